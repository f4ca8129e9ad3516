import { z } from 'zod';

/** The decimal places with which prices are computed here. */
const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);
/** The decimal places of a rate: enough for any amount of a coin worth a million pounds. */
const RATE_PLACES = 14;

/** A price above zero as exchanges write it, a string or a number; numbers with an exponent are refused. */
export const price = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,18})?$/))
  .refine((text) => /[1-9]/.test(text));

const bySize = (a: bigint, b: bigint): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The median of several prices; the mean of the middle two if their number is even. @param prices at least one */
export function medianOf(prices: readonly string[]): string {
  const sorted = prices.map(unitsOf).toSorted(bySize);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
  const next = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  return written((middle + next) / 2n, PLACES);
}

/**
 * Tells whether two prices in the middle, of which the median is made, differ by more than this percentage of
 * the lower one. One price is its own median, and of an odd number one alone is in the middle.
 */
export function differInTheMiddle(prices: readonly string[], percent: number): boolean {
  if (prices.length % 2 === 1) return false;
  const sorted = prices.toSorted((a, b) => bySize(unitsOf(a), unitsOf(b)));
  const [low, high] = sorted.slice(sorted.length / 2 - 1);
  return low !== undefined && high !== undefined && differs(low, high, percent);
}

/** Tells whether a price is between two others, or one of them. */
export const isWithin = (price: string, { least, most }: { least: string; most: string }): boolean =>
  unitsOf(least) <= unitsOf(price) && unitsOf(price) <= unitsOf(most);

/** One price divided by another, times a factor. @param factor 1 if absent */
export const ratio = (above: string, below: string, factor = '1'): string =>
  written((unitsOf(above) * unitsOf(factor)) / unitsOf(below), PLACES);

/** Tells whether a price differs from the one before by more than this percentage of it. */
export function differs(before: string, after: string, percent: number): boolean {
  const [from, to] = [unitsOf(before), unitsOf(after)];
  return (to > from ? to - from : from - to) * 100n > from * BigInt(percent);
}

/**
 * The coin per pound at a price, rounded up.
 * @param spreadPercent the operator's surcharge, a decimal string
 */
export function rateAt(pounds: string, spreadPercent: string): string {
  const hundred = 100n * ONE;
  const above = ONE * 10n ** BigInt(RATE_PLACES) * (hundred + unitsOf(spreadPercent));
  const below = unitsOf(pounds) * hundred;
  return written((above + below - 1n) / below, RATE_PLACES);
}

function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}

function written(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -places)}.${fraction}` : digits.slice(0, -places);
}
