import { and, eq, gte } from 'drizzle-orm';
import type { Calling } from '../../audit.ts';
import { passkeys } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { changeWithPassword, settleSecondFactor } from '../second-factor/second-factor.ts';

/**
 * Removes one of the caller's passkeys, and ends their other sessions.
 * @throws rate_limited, wrong_password, not_found, also for a passkey of another account
 */
export async function removePasskey(
  { deps, actor }: Calling<Deps>,
  { passkeyId, password }: { passkeyId: string; password: string | undefined },
): Promise<undefined> {
  await changeWithPassword({ deps, actor }, { password, factorShown: false }, async (tx) => {
    const [removed] = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.id)))
      .returning({ name: passkeys.name });
    if (!removed) throw notFound('Passkey');
    return { action: 'passkey.removed', detail: { name: removed.name } };
  });
}

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
