import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/**
 * The second administrator must have been one before the request was made. Otherwise the first could create
 * an administrator only to agree. An account counts as an administrator from the day on which it was made
 * one.
 * @throws not_allowed_now
 */
export async function requireOlder(tx: Transaction, actorId: string, firstWordAt: Date): Promise<void> {
  const [account] = await tx.db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, actorId));
  if (account && account.createdAt <= firstWordAt) return;
  throw new Problem('not_allowed_now', sentence('adminTooNew'));
}
