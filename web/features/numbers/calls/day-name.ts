import { currentLocale } from '../../../lib/i18n.ts';

/** The short name of a day of the week, 1 for Monday: 1 January 2024 was one. */
export const dayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  );
