import type { Queryable } from '../../../db/client.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { CallTerms } from './call-cost.ts';
import { type CarrierCost, coversCall, readCost } from './carrier-costs.ts';
import { type CallTermsRow, readCallTerms } from './read-call-terms.ts';

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

/**
 * The carriers that may place a call: those whose prices for the call and for its leg are each covered by ours, or every carrier with a price if our list
 * may be sold below cost. Null if no costs are known, so that every carrier may place it.
 */
export async function readCallCosts(db: Queryable, call: CallToCarry): Promise<CarrierCallCost[] | null> {
  // The flat price does not matter here.
  const question = { userId: call.userId, now: call.now, carriers: call.carriers, flatRate: '0' };
  const [there, ofLeg] = await allAtOnce([
    readCallTerms(db, { ...question, destination: call.destination }),
    call.leg && readCallTerms(db, { ...question, destination: call.leg.destination }),
  ]);
  return coveredCosts({ there, ofLeg }, { price: call.price, leg: call.leg?.price ?? null });
}

/** The carriers' prices for a call, and for its leg. */
interface AskedCosts {
  there: Pick<CallTermsRow, 'known' | 'below_cost' | 'costs'>;
  ofLeg: Pick<CallTermsRow, 'costs'> | null;
}

/** Picks the costs of carriers that we earn enough for. @param leg what we earn from it; null without one */
export function coveredCosts(
  { there, ofLeg }: AskedCosts,
  { price, leg }: { price: CallTerms; leg: CallTerms | null },
): CarrierCallCost[] | null {
  if (!there.known) return null;
  const covers = (earned: CallTerms, cost: CallTerms) => there.below_cost || coversCall(earned, cost);
  const costs = (there.costs ?? []).map(readCost).filter(({ terms }) => covers(price, terms));
  if (leg === null) return costs.map((cost) => ({ ...cost, leg: null }));
  const covered = (ofLeg?.costs ?? []).map(readCost).filter(({ terms }) => covers(leg, terms));
  return costs.flatMap((cost) => {
    const same = covered.find(({ carrier }) => carrier === cost.carrier);
    return same ? [{ ...cost, leg: same.terms }] : [];
  });
}
