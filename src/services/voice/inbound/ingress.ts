import type { AnswerAction } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { dialsEdge } from '../../rings-trunks.ts';
import { MAX_CALL_MINUTES } from '../contract.ts';
import type { CallRow } from '../read-call.ts';
import { addRing } from '../trunk/add-ring.ts';
import { openInside } from '../trunk/address-inside.ts';
import { findReachable } from '../trunk/find-reachable.ts';
import { shownCaller } from './plan-of-incoming.ts';

export type TrunkAction = Extract<AnswerAction, { kind: 'trunk' }>;

/** How a call to a number reaches us, and what can be done with it there. */
export interface Ingress {
  /** A new call may be forwarded; otherwise all steps that forward it are left out. */
  mayForward: boolean;
  /** Writes what this way has to know of a new call. */
  begin(tx: Transaction, call: CallRow): Promise<void>;
  /**
   * Tells whether the call can take this step now. A step that it cannot take is left out.
   * @param call locked by the transaction
   */
  takes(tx: Transaction, call: CallRow, action: AnswerAction): Promise<boolean>;
  /** Rings a trunk. @returns the leg over which it rings; null where it rings inside the call itself */
  ring(tx: Transaction, call: CallRow, action: TrunkAction): Promise<CallRow | null>;
  /** Finds who carries the leg to a number that the call is forwarded to. @throws unavailable (nobody can) */
  legOf(call: CallRow, to: { destination: string; isInside: boolean }): LegRoute;
  /** Writes what this way has to know of such a leg. */
  beginLeg(tx: Transaction, leg: CallRow): Promise<void>;
}

export interface LegRoute {
  /** The carriers that could take it. */
  carriers: readonly string[];
  /** The one that does; null where that is known later. */
  provider: string | null;
  /** E.164, which the leg shows. */
  callerId: string;
  /** The minutes that are set aside before it rings. */
  wanted: number;
  /** No carrier has part in it. */
  isInside?: boolean;
}

/**
 * A call that a carrier announces by its own API: its carrier does every step. A trunk it rings by calling the SIP edge,
 * if it can and something is registered.
 */
export const byCarrier = (deps: Pick<Deps, 'carriers' | 'config'>): Ingress => ({
  mayForward: true,
  begin: async () => {},
  takes: async (tx, { provider, userId }, action) => {
    if (action.kind !== 'trunk') return true;
    const carrier = deps.carriers.find(provider ?? '');
    if (!carrier || !dialsEdge(deps, carrier)) return false;
    return (await findReachable(tx, { userId, ...action })) !== undefined;
  },
  ring: (tx, call, action) => addRing(tx, deps.config, { call, ...action }),
  legOf: (call) => ({
    carriers: call.provider === null ? [] : [call.provider],
    provider: call.provider,
    callerId: shownCaller(deps, call),
    wanted: MAX_CALL_MINUTES,
  }),
  beginLeg: (tx, leg) => openInside(deps, tx, leg),
});
