/** The first moment of the UTC month of `moment`, or of the month that lies `months` after it. */
export const startOfMonth = (moment: Date, months = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));

/** The first day of the UTC month of `moment`, e.g. `2026-11-01`. */
export const firstDayOfMonth = (moment: Date): string => startOfMonth(moment).toISOString().slice(0, 10);
