import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { rateUses } from '../../../db/schema/index.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { CallTerms } from './call-cost.ts';
import { readCarriersFor } from './carrier-destinations.ts';
import { askCallCosts, coveredCosts } from './read-call-costs.ts';
import { termsSql, flatVoice, priceSql } from './price-sql.ts';
import { sentence } from '../../platform/kit/sentences.ts';

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

interface PriceRow extends Record<string, unknown> {
  reseller_id: string | null;
  sold: boolean;
  rate: string;
  fee: string;
  own_rate: string;
  own_fee: string;
  first_interval: number;
  next_interval: number;
  standard_rate: string;
  flat: string;
  name: string | null;
  prefix: string | null;
}

/**
 * The present price of a call for an account: from the deck in use, otherwise the flat price.
 * @param destination E.164; null: no number yet, which has a price only if flat prices hold
 * @param flatRate the environment's price of a minute, a decimal string in pounds
 * @returns null if the deck has no price for it
 * @throws not_found
 */
export async function readCallPrice(
  db: Queryable,
  {
    userId,
    destination,
    now,
    flatRate,
  }: { userId: string; destination: string | null; now: Date; flatRate: string },
): Promise<CallPrice | null> {
  // Each value stands there once: so few are prepared in a transaction, and to plan this takes longer than to run it.
  const at = template`asked.at`;
  const terms = termsSql({
    userId: template`asked.user_id`,
    service: 'voice',
    flat: flatVoice(template`asked.flat`),
    now: at,
  });
  const [row] = await db.execute<PriceRow>(template`
    select terms.reseller_id, p.sold, p.rate::numeric(8, 4)::text as rate, p.fee::numeric(8, 4)::text as fee,
      p.own_rate::numeric(8, 4)::text as own_rate, p.own_fee::numeric(8, 4)::text as own_fee, p.first_interval,
      p.next_interval, p.standard_rate::numeric(8, 4)::text as standard_rate,
      terms.flat::numeric(8, 4)::text as flat, p.name, p.prefix
    from (select ${userId}::uuid as user_id, ${destination?.slice(1) ?? ''}::text as digits,
      ${flatRate}::numeric as flat, ${now.toISOString()}::timestamptz as at) asked
    cross join lateral (${terms}) terms
    cross join lateral (${priceSql(template`terms`, template`asked.digits`, at)}) p`);
  if (!row) throw notFound('User');
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

/**
 * The same for a call that will be placed; it is also refused if no carrier may be given it, or if every
 * carrier asks more than we earn.
 * @param forwardTo the number to which it may be forwarded: it must be sold too, and one carrier must carry both
 * @param carriers the carriers that could place it; null: it stays inside and needs none
 * @throws not_found, destination_not_sold
 */
export async function requireCallPrice(
  db: Queryable,
  {
    carriers,
    forwardTo = null,
    ...question
  }: {
    userId: string;
    destination: string;
    forwardTo?: string | null;
    now: Date;
    flatRate: string;
    carriers: readonly string[] | null;
  },
): Promise<PlaceablePrice> {
  if (carriers === null) {
    const inside = await readCallPrice(db, question);
    if (!inside) throw notSold(question.destination);
    return { ...inside, asked: null, riskRate: inside.standardRate, leg: null };
  }
  const numbers = [question.destination, ...(forwardTo === null ? [] : [forwardTo])] as const;
  const [found, forward, together, asked] = await allAtOnce([
    readCallPrice(db, question),
    forwardTo === null ? null : readCallPrice(db, { ...question, destination: forwardTo }),
    readCarriersFor(db, { carriers, now: question.now, numbers }),
    askCallCosts(db, { ...question, carriers, leg: forwardTo }),
  ]);
  if (!found) throw notSold(question.destination);
  if (forwardTo !== null && !forward) throw notSold(forwardTo);
  if (together.length === 0) throw await noCarrierFor(db, { carriers, now: question.now }, numbers);
  const price = earnedFrom(found);
  const costs = coveredCosts(asked, { price, leg: forward && earnedFrom(forward) });
  if (costs?.length === 0) {
    const alone = coveredCosts(asked, { price, leg: null });
    throw notSold(alone && alone.length > 0 && forwardTo !== null ? forwardTo : question.destination);
  }
  const there = cheapestOf((costs ?? []).map(({ terms }) => terms));
  const ofLeg = cheapestOf((costs ?? []).flatMap((cost) => cost.leg ?? []));
  return {
    ...{ ...found, asked: ifDearer(found, there), riskRate: riskOf(found, there) },
    leg: forward && { ...forward, asked: ifDearer(forward, ofLeg), trunkRate: riskOf(forward, ofLeg) },
  };
}

/** The number that no carrier may be given. */
async function noCarrierFor(
  db: Queryable,
  from: { carriers: readonly string[]; now: Date },
  numbers: readonly [string, ...string[]],
): Promise<Problem> {
  for (const number of numbers) {
    if ((await readCarriersFor(db, { ...from, numbers: [number] })).length === 0) return notSold(number);
  }
  // Each has a carrier, but one carrier has to carry both.
  return notSold(numbers.at(-1) ?? numbers[0]);
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
  all.reduce<CallTerms | null>(
    (least, terms) => (least === null || terms.rate < least.rate ? terms : least),
    null,
  );

/** The services that are sold by a deck now, so that their prices depend on the destination. */
export async function readByDestination(db: Queryable): Promise<Record<RatedService, boolean>> {
  const uses = await db.select({ service: rateUses.service }).from(rateUses);
  const isUsed = (service: RatedService) => uses.some((use) => use.service === service);
  return { sms: isUsed('sms'), voice: isUsed('voice') };
}

/** 403, with a sentence that names the number. @param more how many other numbers there are */
export function notSold(number: string, more = 0): Problem {
  return more === 0
    ? new Problem('destination_not_sold', sentence('notSold', { number }))
    : new Problem('destination_not_sold', sentence('notSoldMore', { number, more }));
}
