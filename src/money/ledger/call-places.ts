import { and, count, eq, isNull, type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { users, voiceCalls } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';

/** A trunk, and how many calls it may have at once. */
export interface TrunkChannels {
  trunkId: string;
  channels: number;
}

/**
 * How many channels of a trunk are taken, for a statement. All calls of a trunk are its owner's: by the owner's calls under
 * way they are found at once, however many the trunk has had. Each is asked for its trunk: with the trunk among the
 * conditions, PostgreSQL may read all that the trunk ever had for each.
 */
export const channelsTakenSql = (p: Placeholders<{ trunkId: string }>): SQL => template`
    with under_way as materialized (
      select id from voice_calls
      where user_id = (select user_id from voice_packages where id = ${p.trunkId}::uuid) and ended_at is null
    )
    select count(*) filter (where (select t.package_id from trunk_calls t where t.call_id = c.id) = ${p.trunkId}::uuid)::integer
      + count(*) filter (where (select r.package_id from trunk_rings r where r.leg_id = c.id and r.dialog is not null)
        = ${p.trunkId}::uuid)::integer as taken
    from under_way c`;

const countTaken = prepared<{ trunkId: string }, { taken: number }>(channelsTakenSql);

/**
 * Enforces a trunk's number of channels; calls from the screen have a separate limit. The account is locked, so that of
 * two calls at once only one takes the last channel.
 * @throws too_many_calls
 */
export async function requireChannel(
  { sql }: Pick<Transaction, 'sql'>,
  { trunkId, channels }: TrunkChannels,
): Promise<void> {
  const [row] = await countTaken(sql, { trunkId });
  if ((row?.taken ?? 0) < channels) return;
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
