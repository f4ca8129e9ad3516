import { and, count, desc, eq } from 'drizzle-orm';
import { blockedCallers } from '../../../../db/schema/index.ts';
import { type Acting, type Owned, audit } from '../../../callers/audit.ts';
import { requireUser } from '../../../callers/require-user.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { type BlockedCaller, MAX_BLOCKED_CALLERS } from './contract.ts';

/**
 * Blocks a caller at all numbers of an account: they hear the busy tone, and the account is not told of their calls.
 * Doing it again changes nothing.
 * @throws not_found, not_allowed_now (too many)
 */
export async function blockCaller({ tx, actor }: Acting, { userId, number }: Owned<'number'>): Promise<BlockedCaller> {
  await lockUser(tx, userId);
  const added = await tx.db
    .insert(blockedCallers)
    .values({ userId, number, createdAt: tx.now })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0) {
    const [row] = await tx.db
      .select({ blocked: count() })
      .from(blockedCallers)
      .where(eq(blockedCallers.userId, userId));
    if ((row?.blocked ?? 0) > MAX_BLOCKED_CALLERS) {
      throw new Problem('not_allowed_now', sentence('blockedCallersFull', { count: MAX_BLOCKED_CALLERS }));
    }
    await audit(tx, actor, 'caller.blocked', { subject: number, userId });
  }
  const [blocked] = await tx.db
    .select()
    .from(blockedCallers)
    .where(and(eq(blockedCallers.userId, userId), eq(blockedCallers.number, number)));
  if (!blocked) throw new Error('a blocked caller is gone');
  return { number, blockedAt: blocked.createdAt.toISOString() };
}

/** Lets a blocked caller through again. @throws not_found */
export async function unblockCaller({ tx, actor }: Acting, { userId, number }: Owned<'number'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(blockedCallers)
    .where(and(eq(blockedCallers.userId, userId), eq(blockedCallers.number, number)))
    .returning();
  if (!gone) throw notFound('Caller');
  await audit(tx, actor, 'caller.unblocked', { subject: number, userId });
}

/** The callers that an account has blocked, the newest first. @throws not_found */
export async function listBlockedCallers(
  { deps: { db } }: { deps: Deps },
  { userId }: { userId: string },
): Promise<BlockedCaller[]> {
  const rows = await db
    .select()
    .from(blockedCallers)
    .where(eq(blockedCallers.userId, userId))
    .orderBy(desc(blockedCallers.createdAt), blockedCallers.number);
  if (rows.length === 0) {
    await requireUser({ db }, userId);
  }
  return rows.map(({ number, createdAt }) => ({ number, blockedAt: createdAt.toISOString() }));
}
