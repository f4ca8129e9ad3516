import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../read-call.ts';
import type { CallKeeper } from '../trunk/edge.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

const AGAIN_MS = 5000;
/** By then the carrier has cut the call itself: the longest call, and the same time again for a clock that differs. */
const TRIED_FOR_MS = 2 * HOUR_MS;

/**
 * Hangs up a call that was settled without its carrier, although the carrier has it: nobody pays for this call any
 * more.
 * @param call ended, and locked by this transaction
 */
export async function hangUpEnded(tx: Transaction, call: CallRow, carrierCallId: string): Promise<void> {
  await tx.db
    .update(voiceCalls)
    .set({ carrierCallId, hangUpRequestedAt: tx.now, dueAt: tx.now })
    .where(eq(voiceCalls.id, call.id));
}

/** Tells the carrier of such a call to hang up; if that fails, again later. */
export async function tellToHangUp(
  deps: Deps,
  voice: CallKeeper | undefined,
  { id, provider, carrierCallId, hangUpRequestedAt }: CallRow,
): Promise<void> {
  const now = deps.clock.now();
  let dueAt: Date | null = null;
  try {
    if (!voice || !carrierCallId) throw new Error('its carrier places no calls any more');
    await answerWithin(SEND_TIMEOUT_MS, voice.hangUp(carrierCallId));
  } catch (error) {
    deps.log.error({ error, carrier: provider, call: id }, 'a refunded call could not be hung up');
    const since = now.getTime() - (hangUpRequestedAt ?? now).getTime();
    if (voice && since < TRIED_FOR_MS) dueAt = new Date(now.getTime() + AGAIN_MS);
  }
  await deps.db.update(voiceCalls).set({ dueAt }).where(eq(voiceCalls.id, id));
}
