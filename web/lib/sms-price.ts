import { multiplyPounds } from './pounds.ts';

/**
 * The price of a message before it is sent, in pounds. The server rounds the price of each recipient up to a penny, so
 * this is exact where a part costs whole pence.
 * @param units parts, of all recipients together
 */
export const estimatePrice = (units: number, rate: string): string => multiplyPounds(rate, units);

/** Tells whether a price with four decimals is whole pence. */
export const isWholePence = (rate: string): boolean => /^\d+\.\d\d00$/.test(rate);
