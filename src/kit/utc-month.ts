/** The first moment of a UTC month: the one that `moment` lies in. */
export const startOfMonth = (moment: Date): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
