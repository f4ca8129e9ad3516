import { and, eq, gt } from 'drizzle-orm';
import { sipCredentials, sipLocation, trunks } from '../../../../db/schema/index.ts';
import type { Preference } from '../../../carriers/preference.ts';
import { hopsTo } from '../../../carriers/sip/hops-to.ts';
import { requireChannel } from '../../../money/ledger/call-places.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import type { Deps } from '../../deps.ts';
import { planOf } from '../../trunks/plans.ts';
import { isRunning } from '../../trunks/present-trunk.ts';
import type { WayIn } from '../../voice/inbound/way-in.ts';
import type { CallRow } from '../../voice/present-call.ts';
import { holdChannel, keepIncoming } from '../../voice/trunk/hold-incoming.ts';
import type { SipDialog } from '../contract.ts';

/**
 * A call to a number that comes by SIP: the edge rings trunks and calls other numbers by the carriers' SIP routes. It
 * has no voice of its own, so it leaves out menus and voicemail.
 * @param preference how carriers are chosen now
 */
export function byEdge(
  { config }: Pick<Deps, 'config'>,
  { dialog, preference }: { dialog: SipDialog; preference: Preference },
): WayIn {
  return {
    begin: (tx, call) => {
      const { edge, callId: sipCallId, fromTag, cseq, source } = dialog;
      return keepIncoming(tx, call, { edge, sipCallId, fromTag, cseq, source });
    },
    takes: async (tx, call, action) => {
      await holdChannel(tx, call, null);
      if (action.kind === 'trunk') return takeChannel(tx, call, action.trunkId);
      return action.kind === 'forward' || action.kind === 'busy';
    },
    legOf: ({ destination: callerId }, destination) => {
      const carriers = hopsTo(config.sipRoutes, preference.carriers, destination).map(
        ({ carrier }) => carrier,
      );
      if (carriers.length === 0) throw new Problem('unavailable', sentence('noTrunkCarrier'));
      return { carriers, provider: null, callerId };
    },
  };
}

/**
 * Holds a channel of a trunk for a call to a number.
 * @returns whether it rings: the trunk runs, something is registered with it, and it has a channel left
 */
async function takeChannel(tx: Transaction, call: CallRow, trunkId: string): Promise<boolean> {
  const [found] = await tx.db
    .select({ trunk: trunks, username: sipCredentials.username })
    .from(trunks)
    .innerJoin(sipCredentials, eq(sipCredentials.trunkId, trunks.id))
    .where(and(eq(trunks.id, trunkId), eq(trunks.userId, call.userId)));
  if (!found || !isRunning(found.trunk, tx.now)) return false;
  const [registered] = await tx.db
    .select({ id: sipLocation.id })
    .from(sipLocation)
    .where(and(eq(sipLocation.username, found.username), gt(sipLocation.expires, tx.now)))
    .limit(1);
  if (!registered) return false;
  // Of two calls at once, only one takes the last channel.
  await lockUser(tx, call.userId);
  try {
    await requireChannel(tx, { trunkId, channels: planOf(found.trunk.planId).channels });
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  await holdChannel(tx, call, trunkId);
  return true;
}
