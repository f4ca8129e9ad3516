import { parseMoney } from '../../../platform/kit/money.ts';
import type { CallNews } from '../../../carriers/voice-port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { lockCall, updateCall } from '../read-call.ts';
import { applyNews, type FollowUp } from '../running/apply-news.ts';
import { type HeldCall, heldByEdge } from './held-by-edge.ts';

/**
 * Applies an edge's news about a call that it has: a trunk's, one to a number, or a leg of that. News about any other call
 * changes nothing.
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
  if (!call || call.endedAt) return null;
  const held = await heldByEdge(tx.db, call);
  if (!held) return null;
  // The carrier of a call to a number is the one from which it came.
  const isOut = carrier !== null && call.origin !== 'incoming';
  const taken = isOut && call.provider !== carrier ? { provider: carrier, ...routeOf(held, carrier) } : {};
  if ('provider' in taken || sipStatus !== null) {
    await updateCall(tx.sql, callId, { ...taken, sipStatus });
  }
  const carrierCallId = call.carrierCallId ?? (held.placedBy === null ? held.sipCallId : held.callId);
  return applyNews(tx, { ...call, ...taken }, { carrierCallId, news });
}

/** Why this carrier was chosen, and for how much; empty where carriers were not chosen for each call. */
function routeOf({ routes }: HeldCall, carrier: string) {
  const route = routes?.find((each) => each.carrier === carrier);
  return route
    ? {
        routeBy: route.by,
        routeRate: route.rate === null ? null : parseMoney(route.rate),
        routePrefix: route.prefix,
      }
    : { routeBy: null, routeRate: null, routePrefix: null };
}
