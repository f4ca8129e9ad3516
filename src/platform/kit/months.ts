/**
 * The time that lies a number of months after another: the same day of the month or, where that month is
 * shorter, its last day, at the same time of day. All in UTC, so that no clock change moves it.
 *
 * Count always from the first day of a subscription and never from the last renewal: from 31 January
 * one month is 28 February and two are 31 March, where two steps of one would end on 28 March.
 */
export function addMonths(start: Date, months: number): Date {
  const moved = new Date(start);
  // Every month has a first day; the day itself is set once it is known to exist in that month.
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDayOfMonth(moved)));
  return moved;
}

/** Day zero of the next month is the last of this one. */
const lastDayOfMonth = (month: Date): number =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
