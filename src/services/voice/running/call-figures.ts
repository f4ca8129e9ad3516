import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { voiceCalls } from '../../../../db/schema/index.ts';
import { addFiguresSql } from '../../../money/figures/add-figures.ts';
import { callCost } from '../../../money/pricing/call-cost.ts';
import { readCarrierTerms } from '../../../money/pricing/read-carrier-terms.ts';
import { type Transaction, writtenTogether } from '../../../platform/events/transact.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { CallRow } from '../read-call.ts';

/**
 * The price of a call in its carrier's price list, at the time when it was ordered. Null if the list has no
 * price for its number.
 * @param seconds it lasted
 */
export async function listCostOf(
  tx: Transaction,
  { provider, destination, calledAt: at }: CallRow,
  seconds: number,
): Promise<Money | null> {
  if (provider === null || seconds === 0) return null;
  const terms = await readCarrierTerms(tx.sql, { carrier: provider, number: destination, at });
  return terms && callCost(terms, seconds);
}

/** The facts of an ended call that the figures need. */
type EndedCall = Pick<
  typeof voiceCalls.$inferSelect,
  | 'userId'
  | 'destination'
  | 'provider'
  | 'status'
  | 'calledAt'
  | 'actualCost'
  | 'supplierCost'
  | 'carrierCost'
  | 'listCost'
  | 'trunkMinutes'
  | 'routePrefix'
  | 'pricePrefix'
>;

/**
 * Adds to the figures what a call came to when it ended, or what its carrier said later.
 * @param before the same call as it counted until now; null if it did not
 */
export const addCallToFigures = (tx: Transaction, before: EndedCall | null, after: EndedCall): void =>
  addToFigures(tx, [...(before ? [stateOf(before, -1)] : []), stateOf(after, 1)]);

const addToFigures = writtenTogether<ReturnType<typeof stateOf>>((tx, states) =>
  addStates(tx.sql, { states: JSON.stringify(states) }),
);

const addStates = prepared<{ states: string }, never>((p) =>
  addFiguresSql(template`
    select * from json_to_recordset(${p.states}::text::json) as s (service text, sign integer,
      at timestamptz, user_id uuid, number text, carrier text, prefix text, price_prefix text, paid boolean, revenue numeric,
      carrier_cost numeric, list_cost numeric)`),
);

const stateOf = (call: EndedCall, sign: 1 | -1) => ({
  // Its revenue is the package: among calls that are paid from the balance it would be a loss.
  service: call.trunkMinutes > 0 ? 'trunk' : 'voice',
  sign,
  at: call.calledAt,
  user_id: call.userId,
  number: call.destination,
  carrier: call.provider,
  prefix: call.routePrefix,
  price_prefix: call.pricePrefix,
  paid: call.status === 'completed',
  revenue: formatMoney(call.supplierCost ?? call.actualCost, 4),
  carrier_cost: call.carrierCost === null ? null : formatMoney(call.carrierCost, 4),
  list_cost: call.listCost === null ? null : formatMoney(call.listCost, 4),
});
