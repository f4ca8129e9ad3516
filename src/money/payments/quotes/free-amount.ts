import { coinAmount } from '../coin-amount.ts';

/** Places in which amounts of every coin are written. */
export const SHOWN_PLACES = 8;

/** So many amounts near what is due are tried. */
export const MOST_STEPS = 20_000;

/** How many digits of a rate count here. */
const RATE_PLACES = 18;

interface Wanted {
  /** In the coin, with 8 places. */
  due: string;
  /** Coin per pound. */
  rate: string;
  /** In which the amounts differ. */
  places: number;
  /** What others have been asked for, as it would be written here. */
  held: ReadonlySet<string>;
}

/**
 * The lowest amount above what is due that no other quote asks for. Amounts that are worth whole pennies are
 * left out where others are free, because customers without a quote pay those.
 * @returns a decimal string with 8 places; null where all near it are taken
 */
export function freeAmount({ due, rate, places, held }: Wanted): string | null {
  const step = 10n ** BigInt(SHOWN_PLACES - places);
  const first = roundUp(unitsOf(due, SHOWN_PLACES), step);
  let whole: string | null = null;
  for (let steps = 1n; steps <= MOST_STEPS; steps++) {
    const units = first + steps * step;
    const amount = written(units);
    if (held.has(amount)) continue;
    if (!isWholePennies(units, rate, step)) return amount;
    whole ??= amount;
  }
  return whole;
}

function isWholePennies(units: bigint, rate: string, step: bigint): boolean {
  const perPound = unitsOf(rate, RATE_PLACES);
  const pennies = (units * 100n * 10n ** BigInt(RATE_PLACES - SHOWN_PLACES)) / perPound;
  const pounds = `${pennies / 100n}.${String(pennies % 100n).padStart(2, '0')}`;
  return roundUp(unitsOf(coinAmount(pounds, rate), SHOWN_PLACES), step) === units;
}

const roundUp = (units: bigint, step: bigint): bigint => ((units + step - 1n) / step) * step;

function unitsOf(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

function written(units: bigint): string {
  const digits = units.toString().padStart(SHOWN_PLACES + 1, '0');
  return `${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}
