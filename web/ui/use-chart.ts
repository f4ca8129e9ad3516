import { useRef, useState, type RefObject, useLayoutEffect, type KeyboardEvent } from 'react';

/** In pixels. */
const HEIGHT = 220;
/** Space for the times below, the amounts beside the chart, and half a line above the highest amount. */
const EDGE = { top: 10, bottom: 28, side: 64 } as const;

/**
 * The place of a chart over time, and the time that is pointed at. Arrow keys lead from time to time.
 * @param count of its times
 */
export function useChart(count: number) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [shown, setShown] = useState<number | null>(null);
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const { stop, setStop, lead, register } = useArrowStops(count, { isRightToLeft });
  /** The props that let the pointer and the keyboard choose the time at this index. */
  const optionAt = (index: number) => ({
    ref: register(index),
    role: 'option',
    'aria-selected': index === stop,
    tabIndex: index === stop ? 0 : -1,
    onPointerEnter: () => setShown(index),
    onFocus: () => {
      setStop(index);
      setShown(index);
    },
    onBlur: () => setShown(null),
  });
  return {
    frame,
    width,
    height: HEIGHT,
    top: EDGE.top,
    /** From the left edge to where the times begin. */
    start: isRightToLeft ? 0 : EDGE.side,
    /** The room left for the times, without the axes. */
    room: { width: Math.max(0, width - EDGE.side), height: HEIGHT - EDGE.top - EDGE.bottom },
    isRightToLeft,
    shown,
    setShown,
    lead,
    optionAt,
  };
}

export type Chart = Omit<ReturnType<typeof useChart>, 'frame'>;
export type ChartOption = ReturnType<Chart['optionAt']>;

/** How wide an element is, in pixels, as long as it is shown. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // The observer also reports the width at once.
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface Focusable {
  focus: () => void;
}

/** Which item of a row has the keyboard focus. The Tab key stops once; arrow keys move to the other items. */
function useArrowStops(count: number, { isRightToLeft }: { isRightToLeft: boolean }) {
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
