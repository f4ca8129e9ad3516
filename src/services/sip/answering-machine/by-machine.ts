import type { Preference } from '../../../carriers/preference.ts';
import type { Deps } from '../../deps.ts';
import type { Ingress } from '../../voice/inbound/ingress.ts';
import { addRing, openAddress } from '../../voice/trunk/add-ring.ts';
import { findReachable } from '../../voice/trunk/find-reachable.ts';
import { legByRoutes } from '../incoming/by-edge.ts';
import { canGreet } from './can-greet.ts';

/**
 * A call to a number that the edge's answering machine has answered. It rings trunks and calls other numbers by calling
 * the edge, over a leg of its own.
 * @param preference how carriers are chosen now
 */
export const byMachine = ({ config }: Pick<Deps, 'config'>, { preference }: { preference: Preference }): Ingress => ({
  // A call that was forwarded too often has no such step by then.
  mayForward: true,
  begin: () => Promise.reject(new Error('an answering machine begins no calls')),
  takes: async (tx, { userId }, action) =>
    action.kind === 'trunk' ? (await findReachable(tx, { userId, ...action })) !== undefined : canGreet(action),
  // No carrier has part in it.
  ring: (tx, call, action) => addRing(tx, config, { call: { ...call, provider: null }, ...action }),
  legOf: legByRoutes(config, preference),
  beginLeg: (tx, { id: legId }) => openAddress(tx, { legId, trunkId: null }),
});
