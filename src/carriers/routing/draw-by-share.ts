/** The bits of a number that a floating point number holds exactly. */
const EXACT_BITS = 53n;

/**
 * Chooses one of several by their shares. The same id always gets the same one while the shares and the
 * candidates stay the same; if a candidate is removed, only its part goes to others. (Rendezvous hashing with
 * weights: the lowest of exponential values that the id gives each of them.)
 * @param shareOf greater than zero for each
 */
export function drawByShare<Route extends { carrier: string }>(
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
