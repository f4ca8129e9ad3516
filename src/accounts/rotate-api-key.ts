import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys, users } from '../../db/schema/index.ts';
import type { Transaction } from '../events/transact.ts';
import { notFound } from '../kit/errors.ts';
import { audit } from './audit.ts';
import { addApiKey } from './create-account.ts';
import type { Actor } from './guards.ts';
import { DEFAULT_KEY } from './present.ts';

/**
 * Replaces an account's API key and gives the new one whole, this once. The old one stops working and
 * its streams close.
 * @throws not_found
 */
export async function rotateApiKey(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<{ apiKey: string }> {
  // Locked, so that of two rotations at once the second revokes the key that the first one made.
  const [account] = await tx.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!account) throw notFound('User');
  const revoked = await tx.db
    .update(apiKeys)
    .set({ revokedAt: tx.now })
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.name, DEFAULT_KEY), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  for (const { id } of revoked) tx.endCredentials({ userId, only: id });
  const apiKey = await addApiKey(tx, userId);
  await audit(tx, {
    ...{ actorId: actor.id, action: 'api_key.rotated', subject: account.email, subjectUserId: userId },
  });
  return { apiKey };
}
