import type { Deps } from '../deps.ts';
import { deleteUploads } from '../../edge/uploads/delete-uploads.ts';
import { transact } from '../../platform/events/transact.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { keptSince, noteSweep } from '../../platform/retention.ts';
import { sql as template } from 'drizzle-orm';

const BATCH = 100;

/**
 * Deletes receipts that were uploaded more than RECEIPTS_KEPT_DAYS ago, with their files; the payments stay. The
 * receipt of an undecided payment is kept until the decision.
 */
export async function forgetReceipts(deps: Deps): Promise<void> {
  const before = firstIdAt(keptSince(deps.clock, deps.config.receiptsKeptDays));
  let removed = 0;
  for (let deleted = BATCH; deleted === BATCH; removed += deleted) {
    deleted = await transact(deps, async (tx) => {
      const rows = await tx.db.execute<{ id: string }>(template`
        select o.id from objects o where o.id < ${before}::uuid and o.stored_at is not null
          and exists (select from transactions t where t.receipt_image = '/api/objects/' || o.id::text)
          and not exists (select from transactions t
            where t.receipt_image = '/api/objects/' || o.id::text and t.status = 'pending')
        order by o.id limit ${BATCH} for update skip locked`);
      const ids = rows.map(({ id }) => id);
      await tx.db.execute(template`
        update transactions set receipt_image = null
        where receipt_image = any(${template.param(ids.map((id) => `/api/objects/${id}`))}::text[])`);
      await deleteUploads({ tx, objects: deps.objects }, ids);
      return ids.length;
    });
  }
  await noteSweep(deps, { what: 'receipts', removed });
}
