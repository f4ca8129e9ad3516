import { type KeyboardEvent, useRef, useState } from 'react';

interface Focusable {
  focus: () => void;
}

/** Which item of a row has the keyboard focus. The Tab key stops once; arrow keys move to the other items. */
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

/** The item that an arrow key moves to; null for every other key. → moves to the right. */
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
