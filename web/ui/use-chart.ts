import { useRef, useState } from 'react';
import { useWidth } from '../lib/use-width.ts';
import { useArrowStops } from './use-arrow-stops.ts';

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
