/** Places in which an amount of a coin is shown, whatever the coin's own. */
const SHOWN_PLACES = 8;

interface Decimal {
  units: bigint;
  places: number;
}

/**
 * What an amount in pounds comes to in a coin, with 8 places. Exact arithmetic, rounded up at the 8th
 * place, so that never less than is due is asked for.
 * @param pounds decimal string, e.g. `"100"` or `"99.50"`
 * @param rate coin per pound, decimal string
 * @throws {TypeError} where either is no decimal number
 */
export function coinAmount(pounds: string, rate: string): string {
  const price = parseDecimal(pounds);
  const perPound = parseDecimal(rate);
  const units = roundUp(price.units * perPound.units, price.places + perPound.places);
  const digits = units.toString().padStart(SHOWN_PLACES + 1, '0');
  return `${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}

/**
 * What an amount of a coin is worth at a payment's own rate, which is that of the two amounts it asked for,
 * whatever the coin costs today. Rounded down to the penny: never more than arrived is credited.
 * @param received in the coin, decimal string
 * @param due what the payment asked for, in pounds and in the coin; the latter above zero
 * @returns pounds with two places
 * @throws {TypeError} where any is no decimal number
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

/** An amount of a coin as payments write it: with 8 places, more where it has them, and no zero in front. */
export function normalizeCoinAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '').padEnd(SHOWN_PLACES, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}.${digits}`;
}

function parseDecimal(text: string): Decimal {
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
 * A coin's amount as a whole number of its smallest unit, e.g. wei. What the unit cannot hold counts up:
 * a payment must not fall short.
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

/** A decimal without the zeros that say nothing, as payment URIs want it. */
export function withoutTrailingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
