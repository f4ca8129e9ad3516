import { addMonths } from '../../platform/kit/months.ts';

/** One month of a package's minutes. It begins on the day of purchase in each month, or on the month's last day. */
export interface TrunkMonth {
  start: Date;
  /** When all minutes are available again. */
  end: Date;
}

/** The package month that contains a given time, counted from the time of purchase. */
export function trunkMonth(purchasedAt: Date, moment: Date): TrunkMonth {
  let months =
    (moment.getUTCFullYear() - purchasedAt.getUTCFullYear()) * 12 + (moment.getUTCMonth() - purchasedAt.getUTCMonth());
  // In this calendar month the day, or the time of day, may not have been reached yet.
  if (addMonths(purchasedAt, months) > moment) months -= 1;
  return { start: addMonths(purchasedAt, months), end: addMonths(purchasedAt, months + 1) };
}

/** The values that determine how many minutes of a package are used. */
export interface TrunkMinutes {
  purchasedAt: Date;
  callMinutesIncluded: number;
  minutesMonth: Date | null;
  minutesTaken: number;
}

/** Minutes used and set aside in the package month of a given time; unused minutes are not carried over. */
export function minutesTaken(row: TrunkMinutes, moment: Date): number {
  const { start } = trunkMonth(row.purchasedAt, moment);
  return row.minutesMonth?.getTime() === start.getTime() ? row.minutesTaken : 0;
}
