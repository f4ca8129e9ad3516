import { eq } from 'drizzle-orm';
import type { SoundQuality } from '../../../../db/schema/voice.ts';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { announceCall } from '../announce.ts';
import type { CallRow } from '../read-call.ts';
import { readAddress } from './held-by-edge.ts';

/** Keeps how the sound of an edge's call arrived. Its edge says so before its end as a rule, which is told with it. */
export async function keepQuality(tx: Transaction, callId: string, quality: SoundQuality): Promise<void> {
  const [call] = await tx.db.update(voiceCalls).set({ quality }).where(eq(voiceCalls.id, callId)).returning();
  if (call?.endedAt) await announceCall(tx, call);
}

/**
 * Keeps what the telephones of a trunk answered to a leg that a carrier rings; the carrier says all else of it.
 * @param leg no edge has it; locked by this transaction
 * @param sipStatus null where they took the call
 * @returns whether this is such a leg
 */
export async function noteRefusal(tx: Transaction, leg: CallRow, sipStatus: number | null): Promise<boolean> {
  const ring = await readAddress(tx.db, leg.id);
  if (!ring || sipStatus === null || leg.answeredAt !== null) return ring !== undefined;
  await tx.db.update(voiceCalls).set({ sipStatus }).where(eq(voiceCalls.id, leg.id));
  await announceCall(tx, leg);
  return true;
}
