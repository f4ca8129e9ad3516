import { desc, eq } from 'drizzle-orm';
import { blockedCallers, users } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { BlockedCaller } from './contract.ts';

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
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw notFound('User');
  }
  return rows.map(({ number, createdAt }) => ({ number, blockedAt: createdAt.toISOString() }));
}
