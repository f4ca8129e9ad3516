import { parseMoney } from '../../../platform/kit/money.ts';
import type { CallNews } from '../../../carriers/voice-port.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type CallRow, updateCall } from '../read-call.ts';
import { applyNews, type FollowUp } from '../running/apply-news.ts';
import type { HeldCall } from './held-by-edge.ts';

/**
 * Applies an edge's news about a call that it has: a trunk's, one to a number, or a leg of that.
 * @param call locked by this transaction
 * @param held the same call at its edge
 * @param carrier the last carrier whose route it took; null if it took none
 * @param sipStatus the final status of a call that was not answered
 */
export async function applyTrunkNews(
  tx: Transaction,
  { call, held }: { call: CallRow; held: HeldCall },
  { news, carrier, sipStatus }: { news: CallNews; carrier: string | null; sipStatus: number | null },
): Promise<FollowUp> {
  if (call.endedAt) return null;
  // The carrier of a call to a number is the one from which it came.
  const isOut = carrier !== null && call.origin !== 'incoming';
  const taken = {
    ...(isOut && call.provider !== carrier ? { provider: carrier, ...routeOf(held, carrier) } : {}),
    ...(sipStatus === null ? {} : { sipStatus }),
  };
  // The end of a call writes the whole of it, where it is known how long it lasted.
  const isEnd = news.kind === 'ended' && news.duration !== null;
  if (!isEnd && Object.keys(taken).length > 0) tx.send(updateCall(tx.sql, call.id, taken));
  const carrierCallId = call.carrierCallId ?? (held.placedBy === null ? held.sipCallId : held.callId);
  return applyNews(tx, { ...call, ...taken }, { carrierCallId, news });
}

/** Why this carrier was chosen, and for how much; empty where carriers were not chosen for each call. */
function routeOf({ routes }: HeldCall, carrier: string) {
  const route = routes?.find((each) => each.carrier === carrier);
  return route
    ? { routeBy: route.by, routeRate: route.rate === null ? null : parseMoney(route.rate), routePrefix: route.prefix }
    : { routeBy: null, routeRate: null, routePrefix: null };
}
