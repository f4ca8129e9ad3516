import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { CallNews } from '../../../carriers/voice-port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { lockCall } from '../read-call.ts';
import { applyNews, type FollowUp } from '../running/apply-news.ts';

/**
 * Applies an edge's news about a trunk's call. News about any other call changes nothing.
 * @param carrier the last carrier whose route it took; null if it took none
 * @param sipStatus the final status of a call that was not answered
 */
export async function applyTrunkNews(
  tx: Transaction,
  {
    callId,
    news,
    carrier,
    sipStatus,
  }: { callId: string; news: CallNews; carrier: string | null; sipStatus: number | null },
): Promise<FollowUp> {
  const call = await lockCall(tx.db, callId);
  if (call?.origin !== 'trunk' || call.endedAt) return null;
  if (carrier !== null || sipStatus !== null) {
    await tx.db
      .update(voiceCalls)
      .set({ ...(carrier !== null && { provider: carrier }), sipStatus })
      .where(eq(voiceCalls.id, callId));
  }
  return applyNews(tx, { ...call, provider: carrier ?? call.provider }, call.carrierCallId ?? '', news);
}
