import { and, eq, gte } from 'drizzle-orm';
import { passkeys } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { settleSecondFactor } from '../second-factor/second-factor.ts';

/**
 * Removes the passkeys that were added since then: each of them signs in alone. The caller has locked the account.
 * @returns their names
 */
export async function endRecentPasskeys(tx: Transaction, userId: string, since: Date): Promise<string[]> {
  const ended = await tx.db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
    .returning({ name: passkeys.name });
  if (ended.length > 0) await settleSecondFactor(tx, userId);
  return ended.map(({ name }) => name);
}
