/** The decimal places in which every coin's amount is shown. */
const SHOWN_PLACES = 8;

/**
 * The amount of a coin for an amount in pounds, with 8 places. Exact arithmetic, rounded up at the 8th place, so that
 * we never ask for less than is due.
 * @param pounds decimal string, e.g. `"100"` or `"99.50"`
 * @param rate coin per pound, decimal string
 * @throws {TypeError} if either is not a decimal number
 */
export function coinAmount(pounds: string, rate: string): string {
  const price = parseDecimal(pounds);
  const perPound = parseDecimal(rate);
  const units = roundUp(price.units * perPound.units, price.places + perPound.places);
  const digits = units.toString().padStart(SHOWN_PLACES + 1, '0');
  return `${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}

/**
 * The value of an amount of a coin at a payment's own rate. That rate is the ratio of the two amounts due, whatever
 * the coin costs today. Rounded down to the penny, so that no more is credited than arrived.
 * @param received in the coin, decimal string
 * @param due the amount due, in pounds and in the coin; the latter above zero
 * @returns pounds with two places
 * @throws {TypeError} if any is not a decimal number
 */
export function poundsAtRate(received: string, due: { amount: string; cryptoAmount: string }): string {
  const [arrived, pounds, coins] = [received, due.amount, due.cryptoAmount].map(parseDecimal);
  if (!arrived || !pounds || !coins) throw new TypeError('three amounts are needed');
  const pence =
    (arrived.units * pounds.units * 10n ** BigInt(coins.places) * 100n) /
    (coins.units * 10n ** BigInt(arrived.places + pounds.places));
  const digits = pence.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An amount of a coin as payments write it: with 8 places, or more if it has more, and without leading zeros. */
export function normalizeCoinAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '').padEnd(SHOWN_PLACES, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}.${digits}`;
}

function parseDecimal(text: string): { units: bigint; places: number } {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new TypeError(`not a decimal number: ${text}`);
  const [, whole = '0', fraction = ''] = match;
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function roundUp(units: bigint, places: number): bigint {
  if (places <= SHOWN_PLACES) return units * 10n ** BigInt(SHOWN_PLACES - places);
  const divisor = 10n ** BigInt(places - SHOWN_PLACES);
  return (units + divisor - 1n) / divisor;
}
/**
 * A coin's amount as a whole number of its smallest unit, e.g. wei. Digits below the unit are rounded up, because a
 * payment must not be too small.
 * @param amount decimal string
 */
export function atomicUnits(amount: string, decimals: number): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) throw new TypeError(`not an amount: ${amount}`);
  const [, whole = '0', fraction = ''] = match;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const hasRest = /[1-9]/.test(fraction.slice(decimals));
  return (hasRest ? units + 1n : units).toString();
}

/** A decimal without useless zeros, as payment URIs need it. */
export function withoutTrailingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
