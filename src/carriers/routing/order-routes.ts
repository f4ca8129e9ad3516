import { OUTCOMES_THAT_SAY, type RouteOrder, type RouteReason } from '../../../db/enums.ts';
import type { RoutePlan } from './traffic-rules.ts';

/** The bits of a number that a floating point number holds exactly. */
const EXACT_BITS = 53n;

/**
 * Chooses one of several by their shares. The same id always gets the same one while the shares and the
 * candidates stay the same; if a candidate is removed, only its part goes to others. (Rendezvous hashing with
 * weights: the lowest of exponential values that the id gives each of them.)
 * @param shareOf greater than zero for each
 */
function drawByShare<Route extends { carrier: string }>(
  routes: readonly Route[],
  shareOf: (route: Route) => number,
  id: string,
): Route | undefined {
  const values = routes.map((route) => ({
    route,
    value: -Math.log(pointOf(`${id} ${route.carrier}`)) / shareOf(route),
  }));
  return values.toSorted((one, other) => one.value - other.value)[0]?.route;
}

/** A number above 0 and up to 1, evenly distributed over all texts. */
function pointOf(text: string): number {
  const hash = Bun.hash.wyhash(text) >> (64n - EXACT_BITS);
  return (Number(hash) + 1) / 2 ** Number(EXACT_BITS);
}

/** A carrier that could take a message or a call. */
export interface Candidate {
  carrier: string;
  /** Its price: for the message, or for a minute. Zero for all if no prices are known. */
  cost: bigint;
  /** The results of the last ones that it was given, newest first: 1 for delivered, 0 for not. */
  outcomes: string;
}

/** How the carriers of one message or call are ordered. */
export interface Ordering {
  by: RouteOrder;
  /** All carriers, the most preferred first. */
  preferred: readonly string[];
  /** Those that are not healthy. */
  down: ReadonlySet<string>;
  /** The carriers' shares of the traffic; empty if administrators have set none. */
  shares: ReadonlyMap<string, number>;
  /** The destination's own plan; empty without one. */
  plan: RoutePlan;
  /** The message's or the call's own id: with shares, the same id always gets the same carrier. */
  id: string;
}

/** Carriers that deliver about the same share share the traffic: at most five percentage points less than the best. */
const ABOUT_AS_MUCH = 0.05;

/**
 * Orders the carriers of one destination, each with the reason. `fixed` is the order of preference.
 * `cheapest` and `delivered` put the healthy ones first and, if two are equal, the more preferred one. Shares
 * decide among carriers that are equal in that order: all with `fixed`, those with the lowest price, those
 * that deliver about as much as the best. A carrier without a share, or with a share of zero, comes after the
 * other healthy ones. Where the destination has a plan, the healthy carriers of its first step come first, by that
 * step's shares, then those of the next one; all others come after them, as they would without a plan.
 */
export function orderRoutes<Route extends Candidate>(
  candidates: readonly Route[],
  { by, preferred, down, shares, plan, id }: Ordering,
): (Route & { by: RouteReason })[] {
  const place = ({ carrier }: Route) => preferred.indexOf(carrier);
  const stepOf = ({ carrier }: Route) => plan.findIndex((step) => step.has(carrier));
  const isPlanned = (route: Route) => stepOf(route) >= 0;
  const shareOf = (route: Route) => (plan[stepOf(route)] ?? shares).get(route.carrier) ?? 0;
  const isDown = ({ carrier }: Route) => Number(down.has(carrier));
  const isLast = (route: Route) => (shares.size > 0 && shareOf(route) === 0 ? 1 : 0);
  // The order of preference has those that are down at its end; the active one stays first until another one
  // becomes active.
  const isPlain = by === 'fixed' && shares.size === 0 && plan.length === 0;
  const stage = (route: Route) => (isPlanned(route) ? stepOf(route) : plan.length + isLast(route));
  const rank = (route: Route) => (isPlain ? 0 : (plan.length + 2) * isDown(route) + stage(route));
  const order = (one: Route, other: Route) => (isPlanned(one) ? 0 : better[by](one, other));
  const ordered = candidates.toSorted(
    (one, other) => rank(one) - rank(other) || order(one, other) || place(one) - place(other),
  );
  const [best] = ordered;
  const equal = best
    ? ordered.filter(
        (route) => rank(route) === rank(best) && shareOf(route) > 0 && (isPlanned(best) || isAsGood[by](route, best)),
      )
    : [];
  const drawn = equal.length > 1 ? drawByShare(equal, shareOf, id) : undefined;
  const withReason = (route: Route) => ({
    ...route,
    by: route === drawn ? ('share' as const) : isPlanned(route) ? ('plan' as const) : by,
  });
  const rest = ordered.filter((route) => route !== drawn);
  return (drawn ? [drawn, ...rest] : rest).map(withReason);
}

const better: Record<RouteOrder, (one: Candidate, other: Candidate) => number> = {
  fixed: () => 0,
  cheapest: (one, other) => compare(one.cost, other.cost),
  delivered: (one, other) => delivered(other) - delivered(one),
};

const isAsGood: Record<RouteOrder, (route: Candidate, best: Candidate) => boolean> = {
  fixed: () => true,
  cheapest: (route, best) => route.cost === best.cost,
  delivered: (route, best) => delivered(route) >= delivered(best) - ABOUT_AS_MUCH,
};

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The share that was delivered. While there are too few results, a carrier counts as one that delivers, so
 * that it gets a trial.
 */
function delivered({ outcomes }: Candidate): number {
  if (outcomes.length < OUTCOMES_THAT_SAY) return 1;
  return outcomes.replaceAll('0', '').length / outcomes.length;
}
