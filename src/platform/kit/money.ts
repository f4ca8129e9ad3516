/**
 * Money inside the server: an integer count of 1/10,000 of a pound, the finest unit that a price has
 * (SMS and voice costs carry four decimals). It has its own type, so that it is never confused with a plain
 * number. Only this file's two functions convert it to and from text. There is no floating point anywhere.
 */
export type Money = bigint & { readonly unit: 'GBP/10000' };

const UNITS_PER_POUND = 10_000n;

/** Makes money from a count of 1/10,000 pound. The only place that gives a number this type. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A mark that exists only in types cannot be checked.
export const fromUnits = (units: bigint): Money => units as Money;

export const ZERO = fromUnits(0n);

/** Reads a decimal string in pounds with at most four places, e.g. `"12.50"`. Throws on anything else. */
export function parseMoney(text: string): Money {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) throw new TypeError(`not an amount of money: ${text}`);
  const [, sign, pounds = '0', fraction = ''] = match;
  const units = BigInt(pounds) * UNITS_PER_POUND + BigInt(fraction.padEnd(4, '0'));
  return fromUnits(sign === '-' ? -units : units);
}

/**
 * Writes money as a decimal string in pounds.
 * @param places 2 for balances and prices, 4 for the cost of a message or a call.
 */
export function formatMoney(amount: Money, places: 2 | 4 = 2): string {
  const sign = amount < 0n ? '-' : '';
  const units = amount < 0n ? -amount : amount;
  const pounds = units / UNITS_PER_POUND;
  const fraction = (units % UNITS_PER_POUND).toString().padStart(4, '0');
  if (places === 2 && !fraction.endsWith('00')) {
    throw new RangeError('a balance cannot hold a fraction of a penny');
  }
  return `${sign}${pounds}.${fraction.slice(0, places)}`;
}

export const add = (a: Money, b: Money): Money => fromUnits(a + b);
export const subtract = (a: Money, b: Money): Money => fromUnits(a - b);
export const negate = (a: Money): Money => fromUnits(-a);
/** A sum without its sign. */
export const magnitude = (a: Money): Money => (a < ZERO ? negate(a) : a);
export const times = (a: Money, count: number): Money => fromUnits(a * BigInt(count));

const UNITS_PER_PENNY = 100n;

/** The whole pennies of an amount that is not negative, rounded down. */
export const wholePennies = (a: Money): Money => fromUnits(a - (a % UNITS_PER_PENNY));

/** An amount that is not negative, rounded up to whole pennies. */
export const roundUpToPennies = (a: Money): Money => wholePennies(fromUnits(a + UNITS_PER_PENNY - 1n));
