import { useEffect, useState } from 'react';
import { SECOND_MS } from '../../src/platform/kit/durations.ts';

/** Counts down by the clock and not by its own ticks, because a sleeping tab has no ticks. */
export function useSecondsUntil(end: number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS));
}

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
