import { and, eq } from 'drizzle-orm';
import type { Calling } from '../../acting.ts';
import { passkeys } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { changeWithPassword } from '../second-factor/second-factor.ts';

/**
 * Removes one of the caller's passkeys, and ends their other sessions.
 * @throws rate_limited, wrong_password, not_found, also for a passkey of another account
 */
export async function removePasskey(
  { deps, actor }: Calling<Deps>,
  { passkeyId, password }: { passkeyId: string; password: string | undefined },
): Promise<void> {
  await changeWithPassword({ deps, actor }, { password, factorShown: false }, async (tx) => {
    const [removed] = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, actor.id)))
      .returning({ name: passkeys.name });
    if (!removed) throw notFound('Passkey');
    return { action: 'passkey.removed', detail: { name: removed.name } };
  });
}
