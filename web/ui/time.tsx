const SHORT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };

const FORMATS = {
  short: new Intl.DateTimeFormat('en-GB', SHORT),
  day: new Intl.DateTimeFormat('en-GB', DAY),
  utc: new Intl.DateTimeFormat('en-GB', { ...SHORT, timeZone: 'UTC' }),
};

interface TimeProps {
  /** ISO 8601. Shown in the reader's own time zone. */
  iso: string;
  /** The day only. */
  day?: boolean;
  /** In UTC instead, where what it stands in is counted by UTC days. */
  utc?: boolean;
}

/** A point in time. */
export function Time({ iso, day = false, utc = false }: TimeProps) {
  const format = utc ? FORMATS.utc : day ? FORMATS.day : FORMATS.short;
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {format.format(new Date(iso))}
    </time>
  );
}
