import { type KeyboardEvent, useRef, useState } from 'react';
import { nextStop } from '../../ui/chart.ts';

interface Focusable {
  focus: () => void;
}

/** Which of some things in a row the keyboard is at: one stop for the Tab key, arrows lead to the others. */
export function useArrowStops(count: number, { isRightToLeft }: { isRightToLeft: boolean }) {
  const things = useRef(new Map<number, Focusable>());
  const [stop, setStop] = useState(count - 1);
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
