import { currentLocale } from '../../../lib/locale.ts';

/** `2026-11-16` as a reader knows it, short enough for an axis. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** About as wide as the name of a day, with some room. */
const DAY_WIDTH = 72;

/** The days whose names fit, at equal distances. */
export function namedDays(days: readonly string[], width: number): string[] {
  const each = Math.max(1, Math.ceil((days.length * DAY_WIDTH) / Math.max(1, width)));
  return days.filter((_, index) => index % each === Math.floor(each / 2));
}
