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

/** A call, what it earns us, and who could carry it. */
export interface CallToCarry {
  userId: string;
  /** E.164. */
  destination: string;
  /** E.164, where it may be forwarded to: a carrier asks for both halves. */
  forwardTo: string | null;
  now: Date;
  /** The carriers that could place it. */
  carriers: readonly string[];
  /** What we earn of it: the account's price, or what its reseller pays. */
  price: CallTerms;
}

/**
 * The carriers that may carry a call: those that have a price for it which ours covers, or any price where the list that
 * we sell by may be sold below cost. Null where nothing is known of costs, so that every carrier may.
 */
export async function readCallCosts(
  db: Queryable,
  { userId, destination, forwardTo, now, carriers, price }: CallToCarry,
): Promise<CarrierCost[] | null> {
  const at = template`${now.toISOString()}::timestamptz`;
  const question = { service: 'voice', carriers: template`${carriers.join(',')}::text`, now: at } as const;
  // Only whose deck it is matters, not the flat price.
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

/** What each carrier asks for both halves of a call, where it has a price for both. */
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
