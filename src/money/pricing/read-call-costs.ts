import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
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
import { termsSql, flatVoice } from './price-sql.ts';

/** A call, what we earn from it, and the carriers that could place it. */
export interface CallToCarry {
  userId: string;
  /** E.164. */
  destination: string;
  /** The number to which the call may be forwarded, and what we earn from that leg; one carrier places both. */
  leg: { destination: string; price: CallTerms } | null;
  now: Date;
  /** The carriers that could place the call. */
  carriers: readonly string[];
  /** Our earnings from it: the account's price, or its reseller's price. */
  price: CallTerms;
}

/** A carrier's prices for a call, and for its leg; null if the call has no leg. */
export interface CarrierCallCost extends CarrierCost {
  leg: CallTerms | null;
}

/** The carriers' prices for a call and for its leg, before they are compared with our earnings. */
interface KnownCosts extends Record<string, unknown> {
  known: boolean;
  below_cost: boolean;
  costs: CostRow[] | null;
  forwarded: CostRow[] | null;
}

/**
 * The carriers that may place a call: those whose prices for the call and for its leg are each covered by ours, or every carrier with a price if our list
 * may be sold below cost. Null if no costs are known, so that every carrier may place it.
 */
export const readCallCosts = async (db: Queryable, call: CallToCarry): Promise<CarrierCallCost[] | null> =>
  coveredCosts(await askCallCosts(db, { ...call, leg: call.leg?.destination ?? null }), {
    price: call.price,
    leg: call.leg?.price ?? null,
  });

/**
 * Reads the carriers' prices, where our own price is not known yet.
 * @param leg the number to which it may be forwarded
 */
export async function askCallCosts(
  db: Queryable,
  { userId, destination, leg, now, carriers }: Omit<CallToCarry, 'price' | 'leg'> & { leg: string | null },
): Promise<KnownCosts | undefined> {
  const at = template`${now.toISOString()}::timestamptz`;
  const question = { service: 'voice', carriers: template`${carriers.join(',')}::text`, now: at } as const;
  // Only the deck matters here, not the flat price.
  const terms = termsSql({
    userId: template`${userId}::uuid`,
    service: 'voice',
    flat: flatVoice(template`0::numeric`),
    now: at,
  });
  const asked = (number: string) => template`(
    select json_agg(${costJsonSql(template`a`)})
    from costs c cross join lateral (${carrierCostSql(template`c`, template`${number.slice(1)}::text`, at)}) a)`;
  const [row] = await db.execute<KnownCosts>(template`
    with costs as materialized (${costDecksSql(question)})
    select exists (select from costs) as known,
      ${asked(destination)} as costs, ${leg === null ? template`null::json` : asked(leg)} as forwarded,
      exists (select from (${terms}) d join rate_decks own on own.id = d.own_deck where own.below_cost) as below_cost`);
  return row;
}

/** Picks the costs of carriers that we earn enough for. @param leg what we earn from it; null without one */
export function coveredCosts(
  row: KnownCosts | undefined,
  { price, leg }: { price: CallTerms; leg: CallTerms | null },
): CarrierCallCost[] | null {
  if (!row?.known) return null;
  const covers = (earned: CallTerms, cost: CallTerms) => row.below_cost || coversCall(earned, cost);
  const costs = (row.costs ?? []).map(readCost).filter(({ terms }) => covers(price, terms));
  if (leg === null) return costs.map((cost) => ({ ...cost, leg: null }));
  const ofLeg = (row.forwarded ?? []).map(readCost).filter(({ terms }) => covers(leg, terms));
  return costs.flatMap((cost) => {
    const same = ofLeg.find(({ carrier }) => carrier === cost.carrier);
    return same ? [{ ...cost, leg: same.terms }] : [];
  });
}
