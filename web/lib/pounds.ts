const UNITS_PER_POUND = 10_000n;

/** Ten-thousandths of a pound, from a decimal string with at most four places. */
function toUnits(pounds: string): bigint {
  const [whole = '0', fraction = ''] = pounds.replace('-', '').split('.');
  const units = BigInt(whole) * UNITS_PER_POUND + BigInt(fraction.padEnd(4, '0'));
  return pounds.startsWith('-') ? -units : units;
}

function fromUnits(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = (size % UNITS_PER_POUND).toString().padStart(4, '0');
  return `${units < 0n ? '-' : ''}${size / UNITS_PER_POUND}.${fraction}`;
}

/** `price` multiplied by a count, as a decimal string with four places. */
export const multiplyPounds = (price: string, count: number): string => fromUnits(toUnits(price) * BigInt(count));

/** The sum of both, as a decimal string with four places. */
export const addPounds = (a: string, b: string): string => fromUnits(toUnits(a) + toUnits(b));

/** `from` minus `amount`, as a decimal string with four places. */
export const subtractPounds = (from: string, amount: string): string => fromUnits(toUnits(from) - toUnits(amount));

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export const comparePounds = (a: string, b: string): number => Number(toUnits(a) - toUnits(b));
