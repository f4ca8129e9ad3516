import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { add } from '../../platform/kit/money.ts';
import type { CallTerms } from './call-cost.ts';
import {
  carrierCostSql,
  type CarrierCost,
  costDecksSql,
  costJsonSql,
  type CostRow,
  coversCall,
  readCost,
} from './carrier-costs.ts';
import { dealSql, flatVoice } from './price-sql.ts';

/** A call, what we earn from it, and the carriers that could place it. */
export interface CallToCarry {
  userId: string;
  /** E.164. */
  destination: string;
  /** E.164, if it may be forwarded: a carrier charges for both halves. */
  forwardTo: string | null;
  now: Date;
  /** The carriers that could place the call. */
  carriers: readonly string[];
  /** What we earn from it: the account's price, or its reseller's price. */
  price: CallTerms;
}

/**
 * The carriers that may place a call: those whose price is covered by ours, or every carrier with a price if our list
 * may be sold below cost. Null if no costs are known, so that every carrier may place it.
 */
export async function readCallCosts(
  db: Queryable,
  { userId, destination, forwardTo, now, carriers, price }: CallToCarry,
): Promise<CarrierCost[] | null> {
  const at = template`${now.toISOString()}::timestamptz`;
  const question = { service: 'voice', carriers: template`${carriers.join(',')}::text`, now: at } as const;
  // Only the deck matters here, not the flat price.
  const deal = dealSql({
    userId: template`${userId}::uuid`,
    service: 'voice',
    flat: flatVoice(template`0::numeric`),
    now: at,
  });
  const asked = (number: string) => template`(
    select json_agg(${costJsonSql(template`a`)})
    from costs c cross join lateral (${carrierCostSql(template`c`, template`${number.slice(1)}::text`, at)}) a)`;
  const [row] = await db.execute<{
    known: boolean;
    below_cost: boolean;
    costs: CostRow[] | null;
    forwarded: CostRow[] | null;
  }>(template`
    with costs as materialized (${costDecksSql(question)})
    select exists (select from costs) as known,
      ${asked(destination)} as costs, ${forwardTo === null ? template`null::json` : asked(forwardTo)} as forwarded,
      exists (select from (${deal}) d join rate_decks own on own.id = d.own_deck where own.below_cost) as below_cost`);
  if (!row?.known) return null;
  const costs = (row.costs ?? []).map(readCost);
  const both = forwardTo === null ? costs : addForwarded(costs, (row.forwarded ?? []).map(readCost));
  return both.filter(({ terms }) => row.below_cost || coversCall(price, terms));
}

/** Each carrier's price for both halves of a call, if it has a price for both. */
function addForwarded(costs: readonly CarrierCost[], forwarded: readonly CarrierCost[]): CarrierCost[] {
  return costs.flatMap((cost) => {
    const other = forwarded.find(({ carrier }) => carrier === cost.carrier);
    if (!other) return [];
    const [one, two] = [cost.terms, other.terms];
    const terms = {
      rate: add(one.rate, two.rate),
      fee: add(one.fee, two.fee),
      firstInterval: Math.max(one.firstInterval, two.firstInterval),
      nextInterval: Math.max(one.nextInterval, two.nextInterval),
    };
    return [{ ...cost, terms }];
  });
}
