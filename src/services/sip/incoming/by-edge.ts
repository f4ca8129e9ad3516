import type { Preference } from '../../../carriers/preference.ts';
import { hopsTo } from '../../../carriers/sip/hops-to.ts';
import { requireChannel } from '../../../money/ledger/call-places.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, asRefusal, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { PlanId } from '../../trunks/catalogue.ts';
import { planOf } from '../../trunks/plans.ts';
import type { Ingress } from '../../voice/inbound/ingress.ts';
import type { CallRow } from '../../voice/read-call.ts';
import { findReachable } from '../../voice/trunk/find-reachable.ts';
import { firstMinutes } from '../../voice/trunk/hold-minutes.ts';
import { type Dialog, INSIDE_TAG, keepDialog, holdChannel } from '../../voice/trunk/keep-dialog.ts';
import { canGreet } from '../answering-machine/can-greet.ts';

/** Numbers that forward to each other would call for ever. */
const MOST_FORWARDINGS = 2;

/**
 * A call to a number that comes by SIP: the edge rings trunks and calls other numbers by the carriers' SIP routes. For
 * menus and voicemail it needs its answering machine, and leaves them out where it has none.
 * @param preference how carriers are chosen now
 * @param answers whether it has an answering machine
 * @param forwarded how often the call was forwarded before
 * @param placedBy the call of ours that leads to it; null where it came from a carrier
 */
export function byEdge(
  { config }: Pick<Deps, 'config'>,
  {
    dialog,
    preference,
    answers,
    forwarded,
    placedBy,
  }: { dialog: Dialog; preference: Preference; answers: boolean; forwarded: number; placedBy: string | null },
): Ingress {
  return {
    mayForward: forwarded < MOST_FORWARDINGS,
    begin: (tx, { id: callId }) =>
      keepDialog(tx, { callId, trunkId: null, placedBy }, placedBy === null ? dialog : unnamed(dialog, callId)),
    takes: async (tx, call, action) => {
      await holdChannel(tx, call, null);
      if (action.kind === 'trunk') return takeChannel(tx, call, action.trunkId);
      if (action.kind === 'forward' || action.kind === 'busy') return true;
      return answers && canGreet(action);
    },
    ring: async () => null,
    legOf: legByRoutes(config, preference),
    beginLeg: async () => {},
  };
}

/** Whoever is called does not learn what the caller's telephone system calls itself, nor where it stands. */
const unnamed = ({ edge, cseq }: Dialog, callId: string): Dialog => ({
  ...{ edge, cseq, sipCallId: callId, fromTag: INSIDE_TAG, branch: '', source: '' },
});

/** The carriers' SIP routes to a number that a call is forwarded to; one of ours needs none. */
export const legByRoutes =
  (config: Deps['config'], preference: Preference): Ingress['legOf'] =>
  ({ destination: callerId }, { destination, isInside }) => {
    const carriers = hopsTo(config.sipRoutes, preference.carriers, destination).map(({ carrier }) => carrier);
    if (!isInside && carriers.length === 0) throw new Problem('unavailable', sentence('noTrunkCarrier'));
    return { carriers, provider: null, callerId, wanted: firstMinutes(config), isInside };
  };

/**
 * Holds a channel of a trunk for a call to a number.
 * @returns whether it rings: the trunk runs, something is registered with it, and it has a channel left
 */
async function takeChannel(tx: Transaction, call: CallRow, trunkId: string): Promise<boolean> {
  const found = await findReachable(tx, { userId: call.userId, trunkId });
  if (!found || !(await hasChannel(tx, { userId: call.userId, trunkId, planId: found.planId }))) return false;
  await holdChannel(tx, call, trunkId);
  return true;
}

/** Tells whether a trunk has a channel left. Of two calls at once, only one takes the last channel. */
export async function hasChannel(
  tx: Transaction,
  { userId, trunkId, planId }: { userId: string; trunkId: string; planId: PlanId },
): Promise<boolean> {
  await lockUser(tx, userId);
  return !(await requireChannel(tx, { trunkId, channels: planOf(planId).channels }).catch(asRefusal()));
}
