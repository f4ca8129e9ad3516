import { currentLocale } from '../lib/i18n.ts';

const STYLES = {
  short: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type Formats = Record<keyof typeof STYLES, Intl.DateTimeFormat>;
const byLocale = new Map<string, Formats>();

interface TimeProps {
  /** ISO 8601. Shown in the reader's own time zone. */
  iso: string;
  /** The day only. */
  day?: boolean;
}

/** A point in time. */
export function Time({ iso, day = false }: TimeProps) {
  const format = formats()[day ? 'day' : 'short'];
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {format.format(new Date(iso))}
    </time>
  );
}

/** A point in time to put into a text, in the format of `Time`. */
export const formatTime = (iso: string, style: keyof typeof STYLES = 'short'): string =>
  formats()[style].format(new Date(iso));

/** The reader's time zone at that time, such as GMT+1. */
export const zoneName = (at = new Date()): string =>
  new Intl.DateTimeFormat(currentLocale(), { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** The formats of the current language: made once, since a list has many times. */
function formats(): Formats {
  const locale = currentLocale();
  const made = byLocale.get(locale) ?? {
    short: new Intl.DateTimeFormat(locale, STYLES.short),
    day: new Intl.DateTimeFormat(locale, STYLES.day),
    clock: new Intl.DateTimeFormat(locale, STYLES.clock),
  };
  byLocale.set(locale, made);
  return made;
}
