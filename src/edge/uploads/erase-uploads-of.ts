import { sql as template } from 'drizzle-orm';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { isUnused } from './unused.ts';

const BATCH = 100;

/** Deletes all uploads of an account to which nothing refers any more, with their files. */
export async function eraseUploadsOf(deps: Deps, userId: string): Promise<void> {
  for (;;) {
    const deleted = await transact(deps, async (tx) => {
      const gone = await tx.db.execute<{ storage_key: string | null }>(template`
        delete from objects o where o.id in (
          select id from objects where owner_id = ${userId}::uuid order by id limit ${BATCH} for update)
        and ${isUnused} returning o.storage_key`);
      for (const { storage_key: key } of gone) if (key) await deps.objects.delete(key);
      return gone.length;
    });
    if (deleted < BATCH) return;
  }
}
