import { sql as template, type SQL } from 'drizzle-orm';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { isUnused, UNUSED_HOURS } from './unused.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

const BATCH = 100;

/** Deletes the uploads to which nothing has referred for a day, with their files. */
export const expireUnusedUploads = (deps: Deps): Promise<void> => {
  const before = new Date(deps.clock.now().getTime() - UNUSED_HOURS * HOUR_MS).toISOString();
  return deleteUnused(deps, template`o.stored_at < ${before}::timestamptz order by o.stored_at`);
};

/** Deletes all uploads of an account to which nothing refers any more, with their files. */
export const eraseUploadsOf = (deps: Deps, userId: string): Promise<void> =>
  deleteUnused(deps, template`o.owner_id = ${userId}::uuid order by o.id`);

/**
 * An upload stays if another transaction has locked it in order to refer to it.
 * @param which a condition for uploads `o`, and their order
 */
async function deleteUnused(deps: Deps, which: SQL): Promise<void> {
  for (;;) {
    const deleted = await transact(deps, async (tx) => {
      const locked = await tx.db.execute<{ id: string }>(template`
        select o.id from objects o where ${isUnused} and ${which} limit ${BATCH} for update skip locked`);
      if (locked.length === 0) return 0;
      const ids = locked.map(({ id }) => id);
      // Checked again under the lock, because no other transaction can start to refer to them now.
      const unused = await tx.db.execute<{ storage_key: string | null }>(template`
        delete from objects o where o.id = any(${template.param(ids)}::uuid[]) and ${isUnused}
        returning o.storage_key`);
      for (const { storage_key: key } of unused) if (key) await deps.objects.delete(key);
      return unused.length;
    });
    if (deleted < BATCH) return;
  }
}
