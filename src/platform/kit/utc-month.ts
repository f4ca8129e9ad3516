/** The first moment of a UTC month: the one that `moment` lies in, or so many months from it. */
export const startOfMonth = (moment: Date, months = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));

/** The first day of the UTC month that `moment` lies in, `2026-11-01`. */
export const firstDayOfMonth = (moment: Date): string => startOfMonth(moment).toISOString().slice(0, 10);
