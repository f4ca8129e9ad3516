import { desc, eq } from 'drizzle-orm';
import { blockedCallers } from '../../../../db/schema/index.ts';
import { requireUser } from '../../../callers/require-user.ts';
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
    await requireUser({ db }, userId);
  }
  return rows.map(({ number, createdAt }) => ({ number, blockedAt: createdAt.toISOString() }));
}
