import type { RouteOrder } from '../../../db/enums.ts';

/** A carrier that could take a message or a call. */
export interface Candidate {
  carrier: string;
  /** What it asks: of the message, or of a minute. */
  cost: bigint;
  /** What became of the last that it was given, the newest first: 1 for delivered, 0 for not. */
  outcomes: string;
}

/** So many outcomes say something; before them a carrier counts as one that delivers, so that it gets its trial. */
const OUTCOMES_THAT_SAY = 20;

/**
 * Puts the carriers of one destination in order. `fixed` is the order of preference; `cheapest` and `delivered` take
 * those that are well first, and the more preferred one where two are equal.
 * @param preferred all carriers, the most preferred first
 * @param down those that are not well
 */
export function orderRoutes<Route extends Candidate>(
  candidates: readonly Route[],
  { by, preferred, down }: { by: RouteOrder; preferred: readonly string[]; down: ReadonlySet<string> },
): Route[] {
  const place = ({ carrier }: Route) => preferred.indexOf(carrier);
  const isDown = ({ carrier }: Route) => Number(down.has(carrier));
  const better: Record<RouteOrder, (one: Route, other: Route) => number> = {
    fixed: () => 0,
    cheapest: (one, other) => isDown(one) - isDown(other) || compare(one.cost, other.cost),
    delivered: (one, other) => isDown(one) - isDown(other) || delivered(other) - delivered(one),
  };
  return candidates.toSorted((one, other) => better[by](one, other) || place(one) - place(other));
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/** The share that was delivered. */
function delivered({ outcomes }: Candidate): number {
  if (outcomes.length < OUTCOMES_THAT_SAY) return 1;
  return outcomes.replaceAll('0', '').length / outcomes.length;
}
