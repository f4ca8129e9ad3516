import { didNumbers } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Carrier } from '../../carriers/port.ts';
import { readActive } from '../../carriers/registry.ts';
import type { NumberCountry } from './catalogue.ts';
import { isHoldOf, numberTaken } from './claim.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** How many numbers of a country are offered at a time. */
const OFFERED_AT_A_TIME = 50;

const ANSWER_MS = 10_000;

/** A number that a carrier has for sale. */
export interface OfferedNumber {
  number: string;
  country: NumberCountry;
  provider: string;
}

/** What the carrier offers in a country, sold ones of ours among it or not. @throws provider_failed */
export async function askOffered(deps: Deps, country: NumberCountry): Promise<string[]> {
  const seller = await findSeller(deps);
  return seller ? ask(deps, seller, country.countryCode, OFFERED_AT_A_TIME) : [];
}

/**
 * Makes sure that a number is of this country and for sale at the carrier.
 * @throws provider_failed, number_taken
 */
export async function requireOffered(
  deps: Deps,
  { number, country }: { number: string; country: NumberCountry },
): Promise<OfferedNumber> {
  const seller = await findSeller(deps);
  const offered = seller ? await ask(deps, seller, country.countryCode, OFFERED_AT_A_TIME, number) : [];
  if (!seller || !offered.includes(number)) throw numberTaken();
  return { number, country, provider: seller.name };
}

/**
 * As `requireOffered`, for a purchase: what its customer holds was looked up when they chose it. Gives the
 * fault instead of throwing it. Asks the carrier and the pool, so it must be done before the transaction:
 * one that waits for a second connection can wait for itself.
 */
export async function lookUp(
  deps: Deps,
  { userId, number, country }: { userId: string; number: string; country: NumberCountry },
): Promise<OfferedNumber | Problem> {
  const [held] = await deps.db
    .select({ countryCode: didNumbers.countryCode, provider: didNumbers.provider })
    .from(didNumbers)
    .where(isHoldOf(userId, number));
  if (held?.provider) {
    return held.countryCode === country.countryCode
      ? { number, country, provider: held.provider }
      : invalidField('country', sentence('otherCountry'));
  }
  try {
    return await requireOffered(deps, { number, country });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The active carrier, or where that one sells no numbers the first that does. */
async function findSeller(deps: Deps): Promise<Carrier | undefined> {
  const active = deps.carriers.find(await readActive(deps));
  return active?.availableNumbers ? active : deps.carriers.list.find((carrier) => carrier.availableNumbers);
}

async function ask(
  deps: Deps,
  seller: Carrier,
  countryCode: string,
  limit: number,
  exactly?: string,
): Promise<string[]> {
  try {
    const asked = seller.availableNumbers?.(countryCode, limit, exactly) ?? Promise.resolve([]);
    return (await answerWithin(ANSWER_MS, asked)).map(({ number }) => number);
  } catch (error) {
    deps.log.warn({ error, carrier: seller.name, countryCode }, 'a carrier did not say which numbers it has');
    throw new Problem('provider_failed', sentence('numbersDown'));
  }
}
