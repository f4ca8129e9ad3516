import type { Deps } from '../deps.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Carrier } from '../../carriers/port.ts';
import type { AvailableNumber, NumberCarries } from '../../carriers/number-port.ts';
import { readActive } from '../../carriers/registry.ts';
import type { NumberCountry } from './catalogue.ts';
import { numberTaken } from './claim.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** How many numbers of a country are offered at one time. */
const OFFERED_AT_A_TIME = 50;

const ANSWER_MS = 10_000;

/** A number that a carrier offers. */
export interface OfferedNumber {
  number: string;
  country: NumberCountry;
  provider: string;
  /** Null: the carrier did not say. */
  carries: NumberCarries | null;
}

/** Whoever looks through the countries again and again asks a carrier once in this time. */
const KEPT_MS = MINUTE_MS;

interface Kept {
  until: number;
  numbers: Promise<string[]>;
}
const kept = new WeakMap<Carrier, Map<string, Kept>>();

/**
 * A carrier's offer in a country, as of the last minute; it may include numbers that we have already sold.
 * @throws provider_failed
 */
export async function askOffered(deps: Deps, { countryCode }: NumberCountry): Promise<string[]> {
  const seller = await findSeller(deps);
  if (!seller) return [];
  const countries = kept.get(seller) ?? new Map<string, Kept>();
  kept.set(seller, countries);
  const now = deps.clock.now().getTime();
  const known = countries.get(countryCode);
  if (known && known.until > now) return known.numbers;
  const numbers = ask(deps, seller, { countryCode, limit: OFFERED_AT_A_TIME }).then((offered) =>
    offered.map(({ number }) => number),
  );
  const asked = { until: now + KEPT_MS, numbers };
  countries.set(countryCode, asked);
  // After a failure, the next caller asks again.
  numbers.catch(() => countries.get(countryCode) === asked && countries.delete(countryCode));
  return numbers;
}

/**
 * Ensures that a number belongs to this country and is for sale at the carrier.
 * @throws simulated_only, provider_failed, number_taken
 */
export async function requireOffered(
  deps: Deps,
  { number, country }: { number: string; country: NumberCountry },
): Promise<OfferedNumber> {
  deps.carriers.requireSelling();
  const seller = await findSeller(deps);
  const offered = seller
    ? await ask(deps, seller, { countryCode: country.countryCode, limit: OFFERED_AT_A_TIME, exactly: number })
    : [];
  const found = offered.find((each) => each.number === number);
  if (!seller || !found) throw numberTaken();
  return { number, country, provider: seller.name, carries: found.carries ?? null };
}

/** The active carrier or, if it sells no numbers, the first one that does. */
async function findSeller(deps: Deps): Promise<Carrier | undefined> {
  const sellers = deps.carriers.list.filter((carrier) => carrier.availableNumbers);
  const active = await readActive(deps);
  return sellers.find(({ name }) => name === active) ?? sellers[0];
}

async function ask(
  deps: Deps,
  seller: Carrier,
  { countryCode, limit, exactly }: { countryCode: string; limit: number; exactly?: string },
): Promise<AvailableNumber[]> {
  try {
    const asked = seller.availableNumbers?.(countryCode, limit, exactly) ?? Promise.resolve([]);
    return await answerWithin(ANSWER_MS, asked);
  } catch (error) {
    deps.log.warn({ error, carrier: seller.name, countryCode }, 'a carrier did not say which numbers it has');
    throw new Problem('provider_failed', sentence('numbersDown'));
  }
}
