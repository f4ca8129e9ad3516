import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import { trunkCalls, trunkRings, users, voiceCalls } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** A trunk, and how many calls it may have at once. */
export interface TrunkChannels {
  trunkId: string;
  channels: number;
}

/** Enforces a trunk's number of channels; calls from the screen have a separate limit. @throws too_many_calls */
export async function requireChannel(tx: Transaction, { trunkId, channels }: TrunkChannels): Promise<void> {
  const [[row], [rung]] = await Promise.all([
    tx.db
      .select({ running: count() })
      .from(trunkCalls)
      .innerJoin(voiceCalls, eq(voiceCalls.id, trunkCalls.callId))
      .where(and(eq(trunkCalls.trunkId, trunkId), isNull(voiceCalls.endedAt))),
    tx.db
      .select({ running: count() })
      .from(trunkRings)
      .innerJoin(voiceCalls, eq(voiceCalls.id, trunkRings.legId))
      .where(and(eq(trunkRings.trunkId, trunkId), isNotNull(trunkRings.dialog), isNull(voiceCalls.endedAt))),
  ]);
  if ((row?.running ?? 0) + (rung?.running ?? 0) < channels) return;
  throw new Problem('too_many_calls', sentence('channelsFull', { count: channels }));
}

/**
 * Enforces the number of calls that an account may have at one time. The account's row is locked, so that two
 * simultaneous calls cannot both take the last place.
 * @throws too_many_calls
 */
export async function requireFewCalls(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.db.select({ most: users.callsAtOnce }).from(users).where(eq(users.id, userId));
  if (user?.most === null || user?.most === undefined) return;
  const [row] = await tx.db
    .select({ running: count() })
    .from(voiceCalls)
    .where(
      and(
        eq(voiceCalls.userId, userId),
        eq(voiceCalls.origin, 'browser'),
        isNull(voiceCalls.parentId),
        isNull(voiceCalls.endedAt),
      ),
    );
  if ((row?.running ?? 0) < user.most) return;
  throw new Problem('too_many_calls', sentence('callsFull', { count: user.most }));
}
