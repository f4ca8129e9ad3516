import { and, eq } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { resealed } from './secret.ts';

/** Seals signing secrets again that are sealed with a former secret. */
export async function resealWebhooks({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.formerSecrets.length === 0) return;
  for (const { id, secret, previousSecret } of await db.select().from(webhooks)) {
    const sealed = resealed(config, id, secret);
    const previous = previousSecret === null ? null : resealed(config, id, previousSecret);
    if (sealed === secret && previous === previousSecret) continue;
    await db
      .update(webhooks)
      .set({ secret: sealed, previousSecret: previous })
      // A secret that was replaced meanwhile is already sealed.
      .where(and(eq(webhooks.id, id), eq(webhooks.secret, secret)));
  }
}
