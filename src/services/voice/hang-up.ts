import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { announceCall } from './announce.ts';
import type { VoiceCall } from './contract.ts';
import { endCall } from './running/end-call.ts';
import { type CallRow, lockOwnCall, presentCall, readParts } from './read-call.ts';

/**
 * Hangs up a running call. If no carrier has it yet, it ends at once; otherwise the carrier is told, and the call ends
 * when the carrier reports it.
 * @throws not_found, not_allowed_now (it has ended)
 */
export async function hangUp(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, callId }: { userId: string; callId: string },
): Promise<VoiceCall> {
  const call = await lockOwnCall(tx.db, userId, callId);
  if (call.endedAt) throw new Problem('not_allowed_now', sentence('callEnded'));
  await hangUpCall(tx, deps, call);
  await audit(tx, actor, 'call.hung_up', { subject: call.destination, userId, detail: { callId } });
  const changed = await lockOwnCall(tx.db, userId, callId);
  if (!changed.endedAt) await announceCall(tx, changed);
  return presentCall(changed, await readParts(tx.db, changed));
}

/** Does the same as `hangUp`, for any caller. @param call not ended, and locked by this transaction */
export async function hangUpCall(tx: Transaction, deps: Deps, call: CallRow): Promise<void> {
  if (call.status === 'queued') await endCall(tx, call, { end: 'cancelled', duration: 0, error: null });
  else await request(tx, deps, call.id, call.carrierCallId !== null);
}

/** While the call is being handed to its carrier, the process that does this also hangs up. */
async function request(tx: Transaction, deps: Deps, callId: string, withCarrier: boolean): Promise<void> {
  await tx.db
    .update(voiceCalls)
    .set({ hangUpRequestedAt: tx.now, ...(withCarrier ? { dueAt: tx.now } : {}) })
    .where(eq(voiceCalls.id, callId));
  if (withCarrier) tx.afterCommit(() => deps.signals.callsDue.fire());
}
