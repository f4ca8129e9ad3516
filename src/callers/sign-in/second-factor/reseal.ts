import { and, eq } from 'drizzle-orm';
import { totpSecrets } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { resealed } from './sealed-secret.ts';

/**
 * Seals the secrets of authenticator apps with the present secret if they are sealed with a former one, so
 * that the former one can be removed from the settings.
 */
export async function resealSecrets({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.formerSecrets.length === 0) return;
  for (const { userId, sealedSecret } of await db.select().from(totpSecrets)) {
    const now = resealed(config, userId, sealedSecret);
    if (now === sealedSecret) continue;
    await db
      .update(totpSecrets)
      .set({ sealedSecret: now })
      .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealedSecret, sealedSecret)));
  }
}
