import { randomInt } from 'node:crypto';
import { ROOM_GBP } from '../catalogue.ts';
import { coinAmount } from '../../../shared/coin-amount.ts';

/** The decimal places of every coin's amounts. */
export const SHOWN_PLACES = 8;

/** How many amounts near the due one are tried. */
export const MOST_STEPS = 20_000;

/** How many digits of a rate count here. */
const RATE_PLACES = 18;

interface Wanted {
  /** In the coin, with 8 places. */
  due: string;
  /** Coin per pound. */
  rate: string;
  /** The decimal place in which the amounts differ. */
  places: number;
  /** The amounts of other quotes, written in the same form. */
  held: ReadonlySet<string>;
  /** Chooses a number from 0 to below the given one; by default one that nobody can foresee. */
  choose?: (below: number) => number;
}

/** A step that is worth more than a tenth of a penny costs customers something. */
const COARSE_PER_POUND = 1000n;
/** The most that may be added to an amount in such steps: a quarter of a pound. */
const MOST_ADDED_PER_POUND = 4n;

/**
 * How many amounts near the due one are tried at a rate. Where a step is worth little, that is only a limit of
 * computing; where it is worth more than a tenth of a penny, a customer pays a quarter of a pound more at most.
 */
export function mostSteps({ rate, places }: Pick<Wanted, 'rate' | 'places'>): bigint {
  const perPound = unitsOf(rate, RATE_PLACES);
  const step = 10n ** BigInt(RATE_PLACES - places);
  if (step * COARSE_PER_POUND <= perPound) return BigInt(MOST_STEPS);
  const steps = perPound / (MOST_ADDED_PER_POUND * step);
  return steps < 1n ? 1n : steps;
}

/** So often an amount is chosen by chance; where all of these are taken, nearly all amounts are. */
const TRIES = 64;

/**
 * An amount above what is due that no other quote has, chosen by chance: whoever could foresee it could ask for it
 * first, and be paid what others send. Amounts that are worth whole pennies are avoided if others are free, because
 * customers without a quote pay those.
 * @returns a decimal string with 8 places; null if all near amounts are taken
 */
export function freeAmount({ due, rate, places, held, choose = randomInt }: Wanted): string | null {
  const step = 10n ** BigInt(SHOWN_PLACES - places);
  const first = roundUp(unitsOf(due, SHOWN_PLACES), step);
  const most = mostSteps({ rate, places });
  const count = least(most, unitsOf(coinAmount(ROOM_GBP, rate), SHOWN_PLACES) / step);
  const isFree = (units: bigint) => !held.has(written(units)) && !isWholePennies(units, rate, step);
  if (count > 0n) {
    for (let tried = 0; tried < TRIES; tried++) {
      const chosen = BigInt(choose(Number(count)));
      const units = first + (chosen + 1n) * step;
      if (isFree(units)) return written(units);
    }
  }
  let whole: string | null = null;
  for (let steps = 1n; steps <= most; steps++) {
    const units = first + steps * step;
    const amount = written(units);
    if (held.has(amount)) continue;
    if (!isWholePennies(units, rate, step)) return amount;
    whole ??= amount;
  }
  return whole;
}

/** The amount due, rounded up to the last place that can be paid. @param due in the coin, with 8 places */
export const plainAmount = (due: string, places: number): string =>
  written(roundUp(unitsOf(due, SHOWN_PLACES), 10n ** BigInt(SHOWN_PLACES - places)));

function isWholePennies(units: bigint, rate: string, step: bigint): boolean {
  const perPound = unitsOf(rate, RATE_PLACES);
  const pennies = (units * 100n * 10n ** BigInt(RATE_PLACES - SHOWN_PLACES)) / perPound;
  const pounds = `${pennies / 100n}.${String(pennies % 100n).padStart(2, '0')}`;
  return roundUp(unitsOf(coinAmount(pounds, rate), SHOWN_PLACES), step) === units;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const roundUp = (units: bigint, step: bigint): bigint => ((units + step - 1n) / step) * step;

function unitsOf(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

function written(units: bigint): string {
  const digits = units.toString().padStart(SHOWN_PLACES + 1, '0');
  return `${digits.slice(0, -SHOWN_PLACES)}.${digits.slice(-SHOWN_PLACES)}`;
}
