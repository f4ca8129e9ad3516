import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { RouteReason } from '../../../../db/enums.ts';
import type { Preference } from '../../../carriers/preference.ts';
import { type Candidate, orderRoutes } from '../../../carriers/routing/order-routes.ts';
import { outcomesSql } from '../../../carriers/routing/outcomes.ts';
import { choosesEach, planFor } from '../../../carriers/routing/traffic-rules.ts';
import { type Money, add, ZERO } from '../../../platform/kit/money.ts';
import type { CallTerms } from '../../../money/pricing/call-cost.ts';
import { readCarriersFor } from '../../../money/pricing/carrier-destinations.ts';
import { readCallCosts } from '../../../money/pricing/read-call-costs.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../read-call.ts';
import { readLeg } from './plan.ts';

type Asking = Pick<Deps, 'clock'> & { db: Queryable };

/** A carrier that was chosen for a call. */
export interface ChosenCarrier {
  carrier: string;
  by: RouteReason;
  /** The carrier's price of a minute; null where no prices are known. */
  rate: Money | null;
  /** The same of the call's leg; null without one. */
  legRate: Money | null;
  /** The prefix in its price list; null without one. */
  prefix: string | null;
}

/**
 * The carriers that may be given a call and whose price for it is covered by what we earn, in the operator's order and by
 * the carriers' shares. Null if no carrier's prices are known and administrators have set neither shares nor
 * destinations.
 * @param preference the carriers that could place the call
 */
export async function chooseForCall(
  deps: Asking,
  { carriers, down, order, rules }: Omit<Preference, 'carriers'> & { carriers: readonly { name: string }[] },
  call: CallRow,
): Promise<ChosenCarrier[] | null> {
  const preferred = carriers.map(({ name }) => name);
  if (order === null && !choosesEach(rules)) return null;
  const leg = await readLeg(deps.db, call);
  const candidates =
    order === null ? await unpriced(deps, { preferred, call, leg }) : await priced(deps, { preferred, call, leg });
  return (
    candidates &&
    orderRoutes(candidates, {
      ...{ by: order ?? 'fixed', preferred, down, shares: rules.shares, id: call.id },
      plan: planFor(rules, call.destination),
    }).map(({ carrier, by, rate, legRate, prefix }) => ({ carrier, by, rate, legRate, prefix }))
  );
}

interface Wanted {
  preferred: readonly string[];
  call: CallRow;
  leg: CallRow | null;
}

type Candidates = (Candidate & Omit<ChosenCarrier, 'by'>)[];

/** Those that may be given the call and its leg. */
async function unpriced({ db, clock }: Asking, { preferred, call, leg }: Wanted): Promise<Candidates> {
  const numbers = [call.destination, ...(leg ? [leg.destination] : [])];
  const allowed = await readCarriersFor(db, { carriers: preferred, numbers, now: clock.now() });
  const unknown = { cost: ZERO, outcomes: '', rate: null, legRate: null, prefix: null };
  return allowed.map((carrier) => ({ carrier, ...unknown }));
}

/** Those whose price is covered; null if no prices are known any more. */
async function priced({ db, clock }: Asking, { preferred, call, leg }: Wanted): Promise<Candidates | null> {
  const { userId, destination } = call;
  const costs = await readCallCosts(db, {
    ...{ userId, destination, now: clock.now(), carriers: preferred, price: earnedFrom(call) },
    leg: leg && { destination: leg.destination, price: earnedFrom(leg) },
  });
  if (!costs) return null;
  const candidates: Candidates = [];
  for (const { carrier, prefix, terms, leg: ofLeg } of costs) {
    const [kept] = await db.execute<{ outcomes: string }>(
      template`select ${outcomesSql('voice', template`${carrier}`, template`${prefix}`)} as outcomes`,
    );
    candidates.push({
      ...{ carrier, prefix, rate: terms.rate, legRate: ofLeg?.rate ?? null, outcomes: kept?.outcomes ?? '' },
      cost: add(terms.rate, ofLeg?.rate ?? ZERO),
    });
  }
  return candidates;
}

/** Our earnings from a call: its price, or its reseller's price. */
function earnedFrom({ rate, fee, supplierRate, supplierFee, ...call }: CallRow): CallTerms {
  const own = supplierRate === null ? { rate, fee } : { rate: supplierRate, fee: supplierFee ?? ZERO };
  return { ...own, firstInterval: call.firstInterval, nextInterval: call.nextInterval };
}
