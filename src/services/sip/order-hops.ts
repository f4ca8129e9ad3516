import type { Preference } from '../../carriers/preference.ts';
import { hopsTo } from '../../carriers/sip/hops-to.ts';
import type { Deps } from '../deps.ts';
import type { CallRow } from '../voice/read-call.ts';
import { chooseForCall } from '../voice/running/choose-carriers.ts';
import { keepRoutes } from '../voice/trunk/keep-dialog.ts';

type Hops = ReturnType<typeof hopsTo>;

/** The carriers' SIP routes to a number, and how carriers are chosen now. */
export interface Ways {
  preference: Preference;
  hops: Hops;
}

/** @param destination E.164 */
export const waysTo = (deps: Deps, preference: Preference, destination: string): Ways => ({
  preference,
  hops: hopsTo(deps.config.sipRoutes, preference.carriers, destination),
});

/**
 * The routes of a call in the order in which its edge tries them, by their number from "1" on. Which carriers were
 * chosen is kept beside the call that the edge has.
 * @param heldAs that call; the parent of a leg
 */
export async function orderHops(
  deps: Deps,
  { call, heldAs, ways: { preference, hops } }: { call: CallRow; heldAs: string; ways: Ways },
): Promise<Record<string, Hops[number]>> {
  const carriers = hops.map(({ carrier: name }) => ({ name }));
  const chosen = await chooseForCall(deps, { ...preference, carriers }, call);
  if (chosen) await keepRoutes(deps, heldAs, chosen);
  const ordered = chosen
    ? chosen.flatMap(({ carrier: name }) => hops.find(({ carrier }) => carrier === name) ?? [])
    : hops;
  return Object.fromEntries(ordered.map((hop, place) => [String(place + 1), hop]));
}
