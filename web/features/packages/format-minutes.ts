const NUMBER = new Intl.NumberFormat('en-GB');

/** A number of minutes with its thousands separated. */
export const formatMinutes = (minutes: number): string => NUMBER.format(minutes);
