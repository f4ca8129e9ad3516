import { and, eq } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { isKeptWell, openSecret, sealSecret } from './secret.ts';

/** Seals signing secrets that are stored unsealed, or are sealed with a former secret. */
export async function resealWebhooks({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const again = (id: string, kept: string): string => {
    if (isKeptWell(config, id, kept)) return kept;
    const secret = openSecret(config, id, kept);
    return secret === null ? kept : sealSecret(config, id, secret);
  };
  for (const { id, secret, previousSecret } of await db.select().from(webhooks)) {
    const sealed = again(id, secret);
    const previous = previousSecret === null ? null : again(id, previousSecret);
    if (sealed === secret && previous === previousSecret) continue;
    await db
      .update(webhooks)
      .set({ secret: sealed, previousSecret: previous })
      // A secret that was replaced meanwhile is already sealed.
      .where(and(eq(webhooks.id, id), eq(webhooks.secret, secret)));
  }
}
