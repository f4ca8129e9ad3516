import { sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { prepared } from '../../../db/prepared.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { CallTerms } from './call-cost.ts';
import { coveredCosts } from './read-call-costs.ts';
import { type CallQuestion, type CallTermsRow, readCallTerms } from './read-call-terms.ts';

/** The price of a call to one number for an account. */
export interface CallPrice {
  /** The terms that the account pays. */
  terms: CallTerms;
  /** The price for the account's reseller; null for a direct customer. */
  supplier: { resellerId: string; terms: CallTerms } | null;
  /** The price of a minute for an account without special prices. */
  standardRate: Money;
  /** Trunk minutes pay for it: not if a minute costs more than the flat price. */
  trunksPay: boolean;
  /** The destination's name in the deck; null where flat prices hold. */
  name: string | null;
  /** The prefix of the deck's row; null where flat prices hold. */
  prefix: string | null;
}

/**
 * The present price of a call for an account: from the deck in use, otherwise the flat price.
 * @returns null if the deck has no price for it
 * @throws not_found
 */
export const readCallPrice = async (
  db: Queryable,
  question: Omit<CallQuestion, 'carriers'>,
): Promise<CallPrice | null> => priceOf(await readCallTerms(db, { ...question, carriers: [] }));

/** The price that a row says; null where it is not sold. */
function priceOf(row: CallTermsRow): CallPrice | null {
  if (!row.sold) return null;
  const intervals = { firstInterval: row.first_interval, nextInterval: row.next_interval };
  const own = { ...intervals, rate: parseMoney(row.own_rate), fee: parseMoney(row.own_fee) };
  const standardRate = parseMoney(row.standard_rate);
  return {
    terms: { ...intervals, rate: parseMoney(row.rate), fee: parseMoney(row.fee) },
    supplier: row.reseller_id === null ? null : { resellerId: row.reseller_id, terms: own },
    standardRate,
    trunksPay: standardRate <= parseMoney(row.flat),
    name: row.name,
    prefix: row.prefix,
  };
}

/** The price of a call that will be placed. */
export interface PlaceablePrice extends CallPrice {
  /** The money that a minute risks: the standard price, or the cheapest carrier's price if that is higher. */
  riskRate: Money;
  /** The price of the cheapest carrier, if the account pays less; otherwise null. */
  asked: CallTerms | null;
  /** The same for the leg to the number to which it may be forwarded; null without such a number. */
  leg: (CallPrice & { trunkRate: Money; asked: CallTerms | null }) | null;
}

interface PlaceableQuestion extends Omit<CallQuestion, 'carriers' | 'destination'> {
  destination: string;
  /** The number to which it may be forwarded: it must be sold too, and one carrier must carry both. */
  forwardTo?: string | null;
  /** The carriers that could place it. */
  carriers: readonly string[];
  /** It stays inside and needs none of them. */
  isInside?: boolean;
}

/**
 * The same for a call that will be placed; it is also refused if no carrier may be given it, or if every
 * carrier asks more than we earn.
 * @throws not_found, destination_not_sold
 */
export async function requireCallPrice(
  db: Queryable,
  { carriers, isInside = false, forwardTo = null, ...question }: PlaceableQuestion,
): Promise<PlaceablePrice> {
  const [there, ofLeg] = await allAtOnce([
    readCallTerms(db, { ...question, carriers }),
    forwardTo === null ? null : readCallTerms(db, { ...question, carriers, destination: forwardTo }),
  ]);
  return placeablePrice({ there, ofLeg, stays: isInside }, { destination: question.destination, forwardTo });
}

/** The same of what was read already. @throws destination_not_sold */
export function placeablePrice(
  { there, ofLeg, stays }: { there: CallTermsRow; ofLeg: CallTermsRow | null; stays: boolean },
  { destination, forwardTo }: { destination: string; forwardTo: string | null },
): PlaceablePrice {
  const found = priceOf(there);
  const forward = ofLeg && priceOf(ofLeg);
  if (!found) throw notSold(destination);
  if (stays) return { ...found, asked: null, riskRate: found.standardRate, leg: null };
  if (forwardTo !== null && !forward) throw notSold(forwardTo);
  if (there.allowed.length === 0) throw notSold(destination);
  // Each may have a carrier, but one carrier has to carry both.
  if (forwardTo !== null && !there.allowed.some((carrier) => ofLeg?.allowed.includes(carrier))) {
    throw notSold(forwardTo);
  }
  const price = earnedFrom(found);
  const costs = coveredCosts({ there, ofLeg }, { price, leg: forward && earnedFrom(forward) });
  if (costs?.length === 0) {
    const alone = coveredCosts({ there, ofLeg }, { price, leg: null });
    throw notSold(alone && alone.length > 0 && forwardTo !== null ? forwardTo : destination);
  }
  const cheapest = cheapestOf((costs ?? []).map(({ terms }) => terms));
  const cheapestLeg = cheapestOf((costs ?? []).flatMap((cost) => cost.leg ?? []));
  return {
    ...{ ...found, asked: ifDearer(found, cheapest), riskRate: riskOf(found, cheapest) },
    leg: forward && {
      ...{ ...forward, asked: ifDearer(forward, cheapestLeg), trunkRate: riskOf(forward, cheapestLeg) },
    },
  };
}

/** Our earnings from a call: the account's price, or its reseller's price. */
const earnedFrom = ({ supplier, terms }: CallPrice): CallTerms => supplier?.terms ?? terms;

/** The standard price of a minute, or the cheapest carrier's if that is higher. */
const riskOf = ({ standardRate }: CallPrice, asked: CallTerms | null): Money =>
  asked !== null && asked.rate > standardRate ? asked.rate : standardRate;

/** A carrier's terms that are above what the account pays; otherwise null. */
const ifDearer = ({ terms }: CallPrice, asked: CallTerms | null): CallTerms | null =>
  asked !== null && (asked.rate > terms.rate || asked.fee > terms.fee) ? asked : null;

/** The carrier's terms with the cheapest minute; null if there are none. */
const cheapestOf = (all: readonly CallTerms[]): CallTerms | null =>
  all.reduce<CallTerms | null>((least, terms) => (least === null || terms.rate < least.rate ? terms : least), null);

const readUses = prepared<Record<string, never>, { service: RatedService }>(
  () => template`select service from rate_uses`,
);

/** The services that are sold by a deck now, so that their prices depend on the destination. */
export async function readByDestination(db: Queryable): Promise<Record<RatedService, boolean>> {
  const uses = await readUses(driverOf(db), {});
  const isUsed = (service: RatedService) => uses.some((use) => use.service === service);
  return { sms: isUsed('sms'), voice: isUsed('voice') };
}

/** 403, with a sentence that names the number. @param more how many other numbers there are */
export function notSold(number: string, more = 0): Problem {
  return more === 0
    ? new Problem('destination_not_sold', sentence('notSold', { number }))
    : new Problem('destination_not_sold', sentence('notSoldMore', { number, more }));
}
