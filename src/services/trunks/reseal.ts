import { and, eq } from 'drizzle-orm';
import { sipCredentials } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { resealHash } from './kept-hash.ts';

/** Seals the hashes of SIP credentials again that are sealed with a former secret. */
export async function resealCredentials({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.formerSecrets.length === 0) return;
  for (const { trunkId, ha1Md5, ha1Sha256 } of await db.select().from(sipCredentials)) {
    const set = {
      ha1Md5: resealHash(config, trunkId, ha1Md5),
      ha1Sha256: resealHash(config, trunkId, ha1Sha256),
    };
    if (set.ha1Md5 === ha1Md5 && set.ha1Sha256 === ha1Sha256) continue;
    await db
      .update(sipCredentials)
      .set(set)
      // Credentials that were replaced meanwhile are sealed with the present secret.
      .where(and(eq(sipCredentials.trunkId, trunkId), eq(sipCredentials.ha1Md5, ha1Md5)));
  }
}
