/** More digits than any price has. */
const DECIMAL = /^(\d{1,9})(?:\.(\d{1,12}))?$/;
const PLACES = 12;

/**
 * The exact sum of the prices of a message's parts, a decimal string; null if the price of one is not known.
 * @param prices decimal strings
 */
export function sumOfPrices(prices: readonly (string | undefined)[]): string | null {
  let sum = 0n;
  for (const price of prices) {
    const [, whole, fraction = ''] = DECIMAL.exec(price ?? '') ?? [];
    if (whole === undefined) return null;
    sum += BigInt(whole + fraction.padEnd(PLACES, '0'));
  }
  const digits = String(sum).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
}
