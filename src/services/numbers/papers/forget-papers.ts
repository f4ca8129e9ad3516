import { sql as template } from 'drizzle-orm';
import { deleteUploads } from '../../../edge/uploads/delete-uploads.ts';
import { isUnused } from '../../../edge/uploads/unused.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { keptSince, noteSweep } from '../../../platform/retention.ts';
import type { Deps } from '../../deps.ts';

const BATCH = 50;

/**
 * Deletes what was told and shown, with its files, PAPERS_KEPT_DAYS after it was handed in and once it is decided. That
 * it was accepted stays, so that numbers can still be bought by it.
 */
export async function forgetPapers(deps: Deps): Promise<void> {
  const before = keptSince(deps.clock, deps.config.papersKeptDays).toISOString();
  let removed = 0;
  for (let forgotten = BATCH; forgotten === BATCH; removed += forgotten) {
    forgotten = await transact(deps, async (tx) => {
      const rows = await tx.db.execute<{ id: string }>(template`
        update number_papers p set details = null, address = null, documents = null
        where p.id in (select id from number_papers
          where handed_in_at < ${before}::timestamptz and details is not null
            and status in ('approved', 'rejected')
          order by id limit ${BATCH} for update skip locked)
        returning p.id`);
      const ids = template.param(rows.map(({ id }) => id));
      const files = await tx.db.execute<{ objectId: string }>(template`
        delete from number_papers_files where papers_id = any(${ids}::uuid[])
        returning object_id as "objectId"`);
      await deleteUnused(
        deps,
        tx,
        files.map(({ objectId }) => objectId),
      );
      return rows.length;
    });
  }
  await noteSweep(deps, { what: 'number_papers', removed });
}

/** A file may also be another payment's receipt, or of other papers. */
async function deleteUnused(deps: Deps, tx: Transaction, ids: readonly string[]): Promise<void> {
  const unused = await tx.db.execute<{ id: string }>(template`
    select o.id from objects o where o.id = any(${template.param([...ids])}::uuid[]) and ${isUnused} for update`);
  await deleteUploads(
    { tx, objects: deps.objects },
    unused.map(({ id }) => id),
  );
}
