import { sql as template } from 'drizzle-orm';
import type { RouteOrder } from '../../../../db/enums.ts';
import type { Preference } from '../../../carriers/preference.ts';
import { orderRoutes } from '../../../carriers/routing/order-routes.ts';
import { outcomesSql } from '../../../carriers/routing/outcomes.ts';
import type { Money } from '../../../platform/kit/money.ts';
import { ZERO } from '../../../platform/kit/money.ts';
import { readCallCosts } from '../../../money/pricing/read-call-costs.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../present-call.ts';

/** A carrier that was chosen by its price. */
export interface ChosenCarrier {
  carrier: string;
  by: RouteOrder;
  /** The carrier's price of a minute. */
  rate: Money;
  /** The prefix in its price list. */
  prefix: string;
}

/**
 * The carriers whose price for a call is covered by what we earn from it, in the operator's order. Null if no
 * carrier's prices are known.
 * @param preference the carriers that could place the call
 */
export async function chooseForCall(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { carriers, down, order }: Omit<Preference, 'carriers'> & { carriers: readonly { name: string }[] },
  call: CallRow,
): Promise<ChosenCarrier[] | null> {
  if (order === null) return null;
  const preferred = carriers.map(({ name }) => name);
  const { rate, fee, supplierRate, supplierFee } = call;
  const own = supplierRate === null ? { rate, fee } : { rate: supplierRate, fee: supplierFee ?? ZERO };
  const price = { ...own, firstInterval: call.firstInterval, nextInterval: call.nextInterval };
  const { userId, destination, forwardingNumber: forwardTo } = call;
  const question = { userId, destination, forwardTo, now: clock.now(), carriers: preferred, price };
  const costs = await readCallCosts(db, question);
  if (!costs) return null;
  const candidates = [];
  for (const { carrier, prefix, terms } of costs) {
    const [kept] = await db.execute<{ outcomes: string }>(
      template`select ${outcomesSql('voice', template`${carrier}`, template`${prefix}`)} as outcomes`,
    );
    candidates.push({ carrier, prefix, cost: terms.rate, rate: terms.rate, outcomes: kept?.outcomes ?? '' });
  }
  return orderRoutes(candidates, { by: order, preferred, down }).map(({ carrier, prefix, rate: asked }) => ({
    ...{ carrier, prefix, by: order, rate: asked },
  }));
}
