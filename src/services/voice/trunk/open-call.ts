import { and, eq } from 'drizzle-orm';
import { trunkCalls, voiceCalls } from '../../../../db/schema/index.ts';
import { closedToCalls, requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import type { TrunkChannels } from '../../../money/ledger/call-places.ts';
import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { addCall } from '../add-call.ts';
import type { CallRow } from '../present-call.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/** How long after the last ring an edge is asked about a call. */
const GRACE_SECONDS = 15;

/** A call that a telephone system wants to make. */
export interface TrunkOrder {
  userId: string;
  trunk: TrunkChannels;
  /** E.164. */
  callerId: string;
  /** E.164. */
  destination: string;
  /** The carriers that take calls of trunks. */
  carriers: readonly string[];
  /** The dialog of the call. */
  dialog: { edge: string; sipCallId: string; fromTag: string; cseq: number; source: string };
}

/**
 * Admits a trunk's call: sets aside its highest possible cost, and stores it as a call that its edge has. An INVITE
 * that is repeated while its call is running gets the same call.
 * @throws destination_closed, destination_not_sold, too_many_calls (its channels), insufficient_credits,
 *   spend_limit_reached, already_processed (its call has ended)
 */
export async function openTrunkCall(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { userId, trunk, callerId, destination, carriers, dialog }: TrunkOrder,
): Promise<CallRow> {
  // If the same call is asked about twice at the same time, the second request finds the first one's call.
  await lockUser(tx, userId);
  const known = await findCall(tx, dialog);
  if (known) return known;
  const closed = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  await requireOpen(tx.db, {
    userId,
    numbers: [destination],
    countries: closed,
    pathOf: () => 'destination',
  });
  const call = await addCall(tx, {
    userId,
    destination,
    forwardTo: null,
    trunk,
    wanted: Math.ceil(deps.config.sipCallSeconds / 60),
    flatRate: deps.config.voiceRateGbp,
    carriers,
    ordered: {
      origin: 'trunk',
      callerId,
      // The edge has the call as soon as it gets our answer.
      status: 'dialing',
      carrierCallId: dialog.sipCallId,
      dueAt: new Date(tx.now.getTime() + (RING_SECONDS + GRACE_SECONDS) * 1000),
    },
  });
  await tx.db.insert(trunkCalls).values({ callId: call.id, trunkId: trunk.trunkId, ...dialog });
  return call;
}

/** @throws already_processed */
async function findCall(
  tx: Transaction,
  { sipCallId, fromTag, cseq }: TrunkOrder['dialog'],
): Promise<CallRow | undefined> {
  const [found] = await tx.db
    .select({ call: voiceCalls })
    .from(trunkCalls)
    .innerJoin(voiceCalls, eq(voiceCalls.id, trunkCalls.callId))
    .where(
      and(eq(trunkCalls.sipCallId, sipCallId), eq(trunkCalls.fromTag, fromTag), eq(trunkCalls.cseq, cseq)),
    );
  if (found?.call.endedAt) throw new Problem('already_processed', sentence('callEnded'));
  return found?.call;
}
