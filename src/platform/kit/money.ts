/**
 * Money inside the server: an integer count of 1/10,000 of a pound, the finest unit a price has
 * (SMS and voice costs carry four decimals). A type of its own, so that it is never mixed up with a
 * plain number; text only at this file's two functions. No floating point anywhere.
 */
export type Money = bigint & { readonly unit: 'GBP/10000' };

const UNITS_PER_POUND = 10_000n;

export const ZERO = 0n as Money;

/** Reads a decimal string in pounds with at most four places, e.g. `"12.50"`. Throws on anything else. */
export function parseMoney(text: string): Money {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) throw new TypeError(`not an amount of money: ${text}`);
  const [, sign, pounds = '0', fraction = ''] = match;
  const units = BigInt(pounds) * UNITS_PER_POUND + BigInt(fraction.padEnd(4, '0'));
  return (sign === '-' ? -units : units) as Money;
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

export const add = (a: Money, b: Money): Money => (a + b) as Money;
export const subtract = (a: Money, b: Money): Money => (a - b) as Money;
export const negate = (a: Money): Money => -a as Money;
export const times = (a: Money, count: number): Money => (a * BigInt(count)) as Money;
