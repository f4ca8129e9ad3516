import { addMonths } from '../../platform/kit/months.ts';

/** A month of a package's minutes: from the day it was bought on, or a month's last day, to the next. */
export interface TrunkMonth {
  start: Date;
  /** When the minutes are all there again. */
  end: Date;
}

/** The month that a moment lies in, counted from the moment of purchase. */
export function trunkMonth(purchasedAt: Date, moment: Date): TrunkMonth {
  let months =
    (moment.getUTCFullYear() - purchasedAt.getUTCFullYear()) * 12 +
    (moment.getUTCMonth() - purchasedAt.getUTCMonth());
  // In this calendar month the day or its time may not have come yet.
  if (addMonths(purchasedAt, months) > moment) months -= 1;
  return { start: addMonths(purchasedAt, months), end: addMonths(purchasedAt, months + 1) };
}

/** What decides how many minutes of a package are gone. */
export interface TrunkMinutes {
  purchasedAt: Date;
  callMinutesIncluded: number;
  minutesMonth: Date | null;
  minutesTaken: number;
}

/** Minutes used and set aside in the month that a moment lies in; nothing is carried over. */
export function minutesTaken(row: TrunkMinutes, moment: Date): number {
  const { start } = trunkMonth(row.purchasedAt, moment);
  return row.minutesMonth?.getTime() === start.getTime() ? row.minutesTaken : 0;
}
