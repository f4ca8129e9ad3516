import { type KeyboardEvent, useRef, useState } from 'react';

interface Focusable {
  focus: () => void;
}

/** Which of some things in a row the keyboard is at: one stop for the Tab key, arrows lead to the others. */
export function useArrowStops(count: number, { isRightToLeft }: { isRightToLeft: boolean }) {
  const things = useRef(new Map<number, Focusable>());
  const [chosen, setStop] = useState(count - 1);
  // There may be fewer of them than before.
  const stop = Math.min(chosen, count - 1);
  const lead = (event: KeyboardEvent) => {
    const next = nextStop(event.key, stop, { last: count - 1, isRightToLeft });
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    things.current.get(next)?.focus();
  };
  const register = (index: number) => (thing: Focusable | null) => {
    if (thing) things.current.set(index, thing);
    else things.current.delete(index);
  };
  return { stop, setStop, lead, register };
}

/** Which thing an arrow key leads to; null for every other key. → leads to what is on the right. */
export function nextStop(
  key: string,
  stop: number,
  { last, isRightToLeft }: { last: number; isRightToLeft: boolean },
): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const isOnwards = (key === 'ArrowRight') !== isRightToLeft;
  return Math.min(last, Math.max(0, stop + (isOnwards ? 1 : -1)));
}
