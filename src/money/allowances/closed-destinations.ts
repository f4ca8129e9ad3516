import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { users } from '../../../db/schema/index.ts';
import { fieldError, notFound, Problem } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { countryOf, riskOf } from './destination-risk.ts';
import { readByDestination } from '../pricing/read-price.ts';
import type { ClosedCountries } from './settings.ts';

/** So many closed numbers are named in a refusal. */
const NAMED = 100;

/** What keeps a number closed: its range at risk, or its country; null for an open one. */
function closureOf(number: string, countries: ReadonlySet<string>): string | null {
  const risk = riskOf(number);
  if (risk) return risk;
  const country = countries.size > 0 ? countryOf(number) : null;
  return country !== null && countries.has(country) ? country : null;
}

/**
 * Refuses numbers that are closed to an account: ranges that fraud uses, until an administrator opens them for
 * it, and countries that the operator closes. Most requests go to open numbers and ask the database nothing.
 * @param numbers E.164
 * @param countries those closed to this service
 * @param pathOf the field in which the number at this place stands
 * @throws not_found, destination_closed naming each closed number, the first hundred
 */
export async function requireOpen(
  db: Queryable,
  userId: string,
  numbers: readonly string[],
  countries: readonly string[],
  pathOf: (place: number) => string,
): Promise<void> {
  const closedCountries = new Set(countries);
  const closed = numbers.flatMap((number, place) => {
    const closure = closureOf(number, closedCountries);
    return closure === null ? [] : [{ number, place, closure }];
  });
  if (closed.length === 0) return;
  const [user] = await db
    .select({ opened: users.openedDestinations })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound('User');
  const refused = closed.filter(({ closure }) => !user.opened.includes(closure));
  const [first] = refused;
  if (!first) return;
  const fields = refused
    .slice(0, NAMED)
    .map(({ number, place, closure }) => fieldError(pathOf(place), words(number, closure)));
  throw new Problem('destination_closed', words(first.number, first.closure), { fields });
}

/**
 * The countries that are closed to calls at this moment. Those that a flat price would sell at a loss are open where
 * calls are sold by a price list, which has a price of its own for each; those that the operator names stay closed.
 */
export async function closedToCalls(db: Queryable, closed: ClosedCountries): Promise<readonly string[]> {
  if (!closed.callsByFlatPrice) return closed.calls;
  return (await readByDestination(db)).voice ? [] : closed.calls;
}

function words(number: string, closure: string): Sentence {
  if (/^[A-Z]{2}$/.test(closure)) return sentence('closedCountry', { number, country: closure });
  // The browser says the kind of range in its language, by its id.
  const { code, values } = sentence('closedRange', { number, risk: closure });
  return { ...sentence('closedRange', { number, risk: closure.replaceAll('_', ' ') }), code, values };
}
