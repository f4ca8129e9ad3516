import { currentLocale } from '../../../lib/locale.ts';

/** `2026-11-16` as a reader knows it, short enough for an axis. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
