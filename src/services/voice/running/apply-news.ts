import { eq } from 'drizzle-orm';
import { callRecordings, incomingCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import type { CallNews } from '../../../carriers/voice-port.ts';
import { announceCall } from '../announce.ts';
import { endCall } from './end-call.ts';
import { hangUpEnded } from './hang-up-ended.ts';
import { type CallRow, updateCall } from '../read-call.ts';
import { lengthenedFrom } from '../trunk/hold-minutes.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** If news is later than expected by this time, it counts as missing, and the carrier is asked. */
const GRACE_MS = MINUTE_MS;

/** The work that `applyNews` leaves to its caller. */
export type FollowUp = 'look' | 'fetch-recordings' | null;

/**
 * Applies a carrier's news about a call. News may come twice, late and in any order: a call only moves forward, ends
 * once, and is charged once.
 * @param call locked by this transaction
 */
export async function applyNews(
  tx: Transaction,
  call: CallRow,
  { carrierCallId, news }: { carrierCallId: string; news: CallNews },
): Promise<FollowUp> {
  if (news.kind === 'recorded') return addRecording(tx, call, news);
  if (call.endedAt) return hangUpIfAlive(tx, call, carrierCallId, news);
  if (news.kind === 'moment') return null;
  // A forwarded call has a second half, whose news does not change this call's state.
  if (call.carrierCallId && call.carrierCallId !== carrierCallId) return null;
  if (news.kind === 'ended') {
    const duration = news.duration ?? lasted(call, news.at);
    if (news.end === 'completed' && duration === null) {
      await updateCall(tx.sql, call.id, { carrierCallId, dueAt: tx.now });
      return 'look';
    }
    const { end, customerWords: error, carrierCost } = news;
    await endCall(tx, { ...call, carrierCallId }, { end, duration: duration ?? 0, error, carrierCost });
    return null;
  }
  const next = advance(tx, call, news);
  if (next) {
    tx.send(updateCall(tx.sql, call.id, { carrierCallId, ...next }));
    await announceCall(tx, { ...call, carrierCallId, ...next });
  }
  return next && call.hangUpRequestedAt ? 'look' : null;
}

/** A call that was given up is hung up if its carrier has it after all. */
async function hangUpIfAlive(tx: Transaction, call: CallRow, carrierCallId: string, news: CallNews): Promise<FollowUp> {
  const givenUp = call.status === 'failed' && call.carrierCallId === null;
  if (!givenUp || news.kind === 'ended') return null;
  await hangUpEnded(tx, call, carrierCallId);
  return 'look';
}

/** Seconds from the answer to the end by the carrier's own clock; null if they are not known. */
export const lasted = ({ answeredAt }: CallRow, endedAt: Date | undefined): number | null =>
  answeredAt && endedAt ? Math.max(0, Math.ceil((endedAt.getTime() - answeredAt.getTime()) / 1000)) : null;

/** The next state, or null if the call has already reached it. */
function advance(
  tx: Transaction,
  call: CallRow,
  news: Extract<CallNews, { kind: 'ringing' | 'answered' }>,
): Partial<CallRow> | null {
  // A call that should end is checked again at once: its hang-up failed, or could not be passed on before.
  const dueAfter = (seconds: number) =>
    call.hangUpRequestedAt ? tx.now : new Date(tx.now.getTime() + seconds * 1000 + GRACE_MS);
  if (call.status === 'in-progress') return null;
  if (news.kind === 'answered') {
    const answeredAt = news.at ?? tx.now;
    const longer = call.hangUpRequestedAt ? null : lengthenedFrom({ ...call, answeredAt });
    return { status: 'in-progress', rangAt: call.rangAt, answeredAt, dueAt: longer ?? dueAfter(call.maxMinutes * 60) };
  }
  return call.status === 'ringing'
    ? null
    : { status: 'ringing', rangAt: news.at ?? tx.now, dueAt: dueAfter(RING_SECONDS) };
}

async function addRecording(
  tx: Transaction,
  call: CallRow,
  { carrierRecordingId, duration, transcript }: Extract<CallNews, { kind: 'recorded' }>,
): Promise<FollowUp> {
  if (!call.provider) return null;
  const added = await tx.db
    .insert(callRecordings)
    .values({
      id: newId(tx.clock),
      callId: call.id,
      provider: call.provider,
      carrierRecordingId,
      status: 'processing',
      duration,
      createdAt: tx.now,
      dueAt: tx.now,
    })
    .onConflictDoNothing()
    .returning({ id: callRecordings.id });
  if (added.length === 0) return null;
  if (transcript !== undefined && call.origin === 'incoming') {
    await tx.db.update(incomingCalls).set({ transcript }).where(eq(incomingCalls.callId, call.id));
  }
  await announceCall(tx, call);
  return 'fetch-recordings';
}
