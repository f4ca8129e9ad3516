import { sql as template } from 'drizzle-orm';
import type { RouteOrder } from '../../../../db/enums.ts';
import type { Preference } from '../../../carriers/preference.ts';
import { orderRoutes } from '../../../carriers/routing/order-routes.ts';
import { outcomesSql } from '../../../carriers/routing/outcomes.ts';
import type { Money } from '../../../platform/kit/money.ts';
import { add, ZERO } from '../../../platform/kit/money.ts';
import type { CallTerms } from '../../../money/pricing/call-cost.ts';
import { readCallCosts } from '../../../money/pricing/read-call-costs.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../present-call.ts';
import { readLeg } from './plan.ts';

/** A carrier that was chosen by its price. */
export interface ChosenCarrier {
  carrier: string;
  by: RouteOrder;
  /** The carrier's price of a minute. */
  rate: Money;
  /** The same of the call's leg; null without one. */
  legRate: Money | null;
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
  const leg = await readLeg(db, call);
  const { userId, destination } = call;
  const costs = await readCallCosts(db, {
    ...{ userId, destination, now: clock.now(), carriers: preferred, price: earnedFrom(call) },
    leg: leg && { destination: leg.destination, price: earnedFrom(leg) },
  });
  if (!costs) return null;
  const candidates = [];
  for (const { carrier, prefix, terms, leg: ofLeg } of costs) {
    const [kept] = await db.execute<{ outcomes: string }>(
      template`select ${outcomesSql('voice', template`${carrier}`, template`${prefix}`)} as outcomes`,
    );
    candidates.push({
      ...{ carrier, prefix, rate: terms.rate, legRate: ofLeg?.rate ?? null, outcomes: kept?.outcomes ?? '' },
      cost: add(terms.rate, ofLeg?.rate ?? ZERO),
    });
  }
  return orderRoutes(candidates, { by: order, preferred, down }).map(
    ({ carrier, prefix, rate, legRate }) => ({
      ...{ carrier, prefix, by: order, rate, legRate },
    }),
  );
}

/** What we earn from a call: its price, or its reseller's price. */
function earnedFrom({ rate, fee, supplierRate, supplierFee, ...call }: CallRow): CallTerms {
  const own = supplierRate === null ? { rate, fee } : { rate: supplierRate, fee: supplierFee ?? ZERO };
  return { ...own, firstInterval: call.firstInterval, nextInterval: call.nextInterval };
}
