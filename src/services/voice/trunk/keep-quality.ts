import { eq } from 'drizzle-orm';
import type { SoundQuality } from '../../../../db/schema/voice.ts';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { announceCall } from '../announce.ts';

/** Keeps how the sound of an edge's call arrived. Its edge says so before its end as a rule, which is told with it. */
export async function keepQuality(tx: Transaction, callId: string, quality: SoundQuality): Promise<void> {
  const [call] = await tx.db.update(voiceCalls).set({ quality }).where(eq(voiceCalls.id, callId)).returning();
  if (call?.endedAt) await announceCall(tx, call);
}
