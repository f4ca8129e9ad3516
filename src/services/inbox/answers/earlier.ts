import { and, eq, gt, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { autoReplies } from '../../../../db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/kit/durations.ts';

/** How often one sender is answered, and how many of their messages are sent on. */
export interface Limits {
  answersPerDay: number;
  answersPerMinute: number;
  forwardsPerDay: number;
}

export interface Earlier {
  answersInDay: number;
  /** So many of these are confirmations of STOP. */
  stopsInDay: number;
  answersInMinute: number;
  forwardsInDay: number;
}

const NONE: Earlier = { answersInDay: 0, stopsInDay: 0, answersInMinute: 0, forwardsInDay: 0 };

/** Reads the recent automatic answers in a conversation, those that were refused included. */
export async function readEarlier(
  { db, now }: { db: Queryable; now: Date },
  { conversationId }: { conversationId: string | null },
): Promise<Earlier> {
  if (conversationId === null) return NONE;
  const minuteAgo = new Date(now.getTime() - MINUTE_MS).toISOString();
  const [row] = await db
    .select({
      answersInDay: template<number>`(count(*) filter (where ${autoReplies.recipient} is null))::int`,
      stopsInDay: template<number>`(count(*) filter (where ${autoReplies.cause} = 'stop'))::int`,
      answersInMinute: template<number>`(count(*) filter (where ${autoReplies.recipient} is null
        and ${autoReplies.at} > ${minuteAgo}::timestamptz))::int`,
      forwardsInDay: template<number>`(count(*) filter (where ${autoReplies.recipient} is not null))::int`,
    })
    .from(autoReplies)
    .where(and(eq(autoReplies.conversationId, conversationId), gt(autoReplies.at, new Date(now.getTime() - DAY_MS))));
  return row ?? NONE;
}
