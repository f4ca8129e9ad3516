import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';

/**
 * Makes changes of a user's purchases wait for each other. This lock comes after the lock on a transaction that is
 * being settled, and before all other locks.
 * @returns the user as they are now
 * @throws not_found
 */
export async function lockUser(
  tx: Transaction,
  userId: string,
): Promise<Pick<typeof users.$inferSelect, 'role' | 'status' | 'resellerExpiresAt' | 'credits' | 'owed'>> {
  const [user] = await tx.db
    .select({
      role: users.role,
      status: users.status,
      resellerExpiresAt: users.resellerExpiresAt,
      credits: users.credits,
      owed: users.owed,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user) throw notFound('User');
  return user;
}
