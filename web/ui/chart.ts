import { formatPounds } from './format-money.ts';

/** The marks of an axis of pounds. */
export const wholePounds = (value: { valueOf(): number }): string =>
  formatPounds(value.valueOf(), { whole: true });

/** How the words of an axis look. */
export const labelled = (textAnchor: 'start' | 'middle' | 'end') => ({
  fill: 'var(--muted)',
  fontSize: 12,
  textAnchor,
});

/** Which place an arrow key leads to; null for every other key. What stands on the right is led to by →. */
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
