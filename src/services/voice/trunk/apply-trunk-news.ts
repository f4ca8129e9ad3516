import { eq } from 'drizzle-orm';
import { trunkCalls, voiceCalls } from '../../../../db/schema/index.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
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
  const taken = carrier === null ? {} : { provider: carrier, ...(await readRoute(tx, callId, carrier)) };
  if (carrier !== null || sipStatus !== null) {
    await tx.db
      .update(voiceCalls)
      .set({ ...taken, sipStatus })
      .where(eq(voiceCalls.id, callId));
  }
  return applyNews(tx, { ...call, ...taken }, { carrierCallId: call.carrierCallId ?? '', news });
}

/** Why this carrier was chosen, and for how much; empty where carriers were not chosen for each call. */
async function readRoute(tx: Transaction, callId: string, carrier: string) {
  const [row] = await tx.db
    .select({ routes: trunkCalls.routes })
    .from(trunkCalls)
    .where(eq(trunkCalls.callId, callId));
  const route = row?.routes?.find((each) => each.carrier === carrier);
  return route
    ? {
        routeBy: route.by,
        routeRate: route.rate === null ? null : parseMoney(route.rate),
        routePrefix: route.prefix,
      }
    : { routeBy: null, routeRate: null, routePrefix: null };
}
