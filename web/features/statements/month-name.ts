import { currentLocale } from '../../lib/locale.ts';

/** `2026-11` as a reader knows it; the year stands with the long name. */
export function monthName(month: string, style: 'long' | 'short' | 'narrow'): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: style,
    timeZone: 'UTC',
    ...(style === 'long' && { year: 'numeric' }),
  });
  return format.format(new Date(`${month}-01`));
}
