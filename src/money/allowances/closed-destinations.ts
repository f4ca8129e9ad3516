import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import { notFound, sentence } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { type RefusedNumber, refuseNumbers } from '../../platform/kit/refused-numbers.ts';
import { mapPaced } from '../../platform/kit/turn.ts';
import { countryOf, riskOf } from './destination-risk.ts';
import { readByDestination } from '../pricing/read-price.ts';
import type { ClosedCountries } from './settings.ts';

/** The reason why a number is closed: its risky range or its country; null if it is open. */
function closureOf(number: string, countries: ReadonlySet<string>): string | null {
  const risk = riskOf(number);
  if (risk) return risk;
  const country = countries.size > 0 ? countryOf(number) : null;
  return country !== null && countries.has(country) ? country : null;
}

interface Wanted {
  userId: string;
  /** E.164. */
  numbers: readonly string[];
  /** The countries closed to this service. */
  countries: readonly string[];
}

/**
 * Refuses numbers that are closed to an account.
 * @param pathOf the field of the number at this index
 * @throws not_found, destination_closed naming the first hundred closed numbers
 */
export async function requireOpen(
  db: Queryable,
  { pathOf, ...wanted }: Wanted & { pathOf: (place: number) => string },
): Promise<void> {
  refuseNumbers('destination_closed', await findClosed(db, wanted), pathOf);
}

/** The settings' countries are the same for each call. */
const setOf = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Finds the numbers that are closed to an account: ranges that fraud uses, until an administrator opens them for
 * the account, and countries that the operator closes. If all are open, no database row is read.
 * @throws not_found
 */
export async function findClosed(db: Queryable, { userId, numbers, countries }: Wanted): Promise<RefusedNumber[]> {
  const closedCountries = setOf.get(countries) ?? new Set(countries);
  setOf.set(countries, closedCountries);
  const closures = await mapPaced(numbers, (number) => closureOf(number, closedCountries));
  const closed = numbers.flatMap((number, place) => {
    const closure = closures[place] ?? null;
    return closure === null ? [] : [{ number, place, closure }];
  });
  if (closed.length === 0) return [];
  const [user] = await db.select({ opened: users.openedDestinations }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  return closed
    .filter(({ closure }) => !user.opened.includes(closure))
    .map(({ number, place, closure }) => ({ place, words: words(number, closure) }));
}

/**
 * Which closed destination a number, or the beginning of one, belongs to, for one account: a risky range or a country
 * (ISO 3166-1 alpha-2); null where it is open.
 * @param countries the countries closed to this service
 * @throws not_found
 */
export async function readClosures(
  db: Queryable,
  userId: string,
): Promise<(number: string, countries: ReadonlySet<string>) => string | null> {
  const [user] = await db.select({ opened: users.openedDestinations }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  return (number, countries) => {
    const closure = closureOf(number, countries);
    return closure === null || user.opened.includes(closure) ? null : closure;
  };
}

/**
 * The countries that are closed to calls now. A country where a flat price would lose money is open where calls are
 * sold by a price list, because the list has its own price for it. Countries that the operator names stay closed.
 */
export async function closedToCalls(db: Queryable, closed: ClosedCountries): Promise<readonly string[]> {
  return closedToCallsBy(closed.callsByFlatPrice && (await readByDestination(db)).voice, closed);
}

/** The same where it is known. @param listed calls are sold by a price list */
export const closedToCallsBy = (listed: boolean, closed: ClosedCountries): readonly string[] =>
  closed.callsByFlatPrice && listed ? [] : closed.calls;

function words(number: string, closure: string): Sentence {
  if (/^[A-Z]{2}$/.test(closure)) return sentence('closedCountry', { number, country: closure });
  // The browser translates the kind of range by its id.
  const { code, values } = sentence('closedRange', { number, risk: closure });
  return { ...sentence('closedRange', { number, risk: closure.replaceAll('_', ' ') }), code, values };
}
