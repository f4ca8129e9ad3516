import { currentLocale } from '../lib/i18n.ts';

const isDay = (time: string): boolean => time.length > 7;

/** `2026-11` or `2026-11-28` as a reader knows it; the year of a month stands with the long name. */
export function timeName(time: string, style: 'long' | 'short' | 'narrow'): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: isDay(time) ? 'short' : style,
    timeZone: 'UTC',
    ...(isDay(time) ? { day: 'numeric' } : style === 'long' && { year: 'numeric' }),
  });
  return format.format(new Date(isDay(time) ? time : `${time}-01`));
}

/** About as wide as the name of a day, with some room. */
const DAY_WIDTH = 72;

/** Those whose names fit, at equal distances: all months. */
export function namedTimes(times: readonly string[], width: number): string[] {
  const needed = isDay(times[0] ?? '') ? times.length * DAY_WIDTH : 0;
  const each = Math.max(1, Math.ceil(needed / Math.max(1, width)));
  return times.filter((_, index) => index % each === Math.floor(each / 2));
}

/** `2026-11-28`, short enough for an axis. */
export const dayName = (day: string): string => timeName(day, 'short');
