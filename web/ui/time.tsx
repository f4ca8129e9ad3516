const SHORT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

interface TimeProps {
  /** ISO 8601. Shown in the reader's own time zone. */
  iso: string;
  /** The day only. */
  day?: boolean;
}

/** A point in time. */
export function Time({ iso, day = false }: TimeProps) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {(day ? DAY : SHORT).format(new Date(iso))}
    </time>
  );
}
