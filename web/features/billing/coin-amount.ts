/** Places in which an amount of a coin is shown. */
const SHOWN_PLACES = 8;

interface Decimal {
  units: bigint;
  places: number;
}

function parseDecimal(text: string): Decimal | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  return { units: BigInt(whole + fraction), places: fraction.length };
}

/** The same value with other places. What is cut off counts up: a payment must not fall short. */
function rescale({ units, places }: Decimal, to: number): bigint {
  if (to >= places) return units * 10n ** BigInt(to - places);
  const divisor = 10n ** BigInt(places - to);
  return (units + divisor - 1n) / divisor;
}

/**
 * What an amount in pounds is in a coin, to 8 places, computed without floats.
 * @param pounds decimal string, e.g. `"100"` or `"99.50"`
 * @param rate coin per pound, decimal string
 * @returns null while `pounds` is not a number
 */
export function coinAmount(pounds: string, rate: string): string | null {
  const price = parseDecimal(pounds);
  const perPound = parseDecimal(rate);
  if (!price || !perPound) return null;
  const product = { units: price.units * perPound.units, places: price.places + perPound.places };
  const digits = rescale(product, SHOWN_PLACES).toString().padStart(SHOWN_PLACES + 1, '0');
  return `${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}

/** A coin's amount as a whole number of its smallest unit, e.g. wei. */
export function atomicUnits(amount: string, decimals: number): string {
  const value = parseDecimal(amount);
  if (!value) throw new TypeError(`not an amount: ${amount}`);
  return rescale(value, decimals).toString();
}

/** A decimal without the zeros that say nothing, as payment URIs want it. */
export function withoutTrailingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
