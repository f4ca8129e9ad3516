import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';

/** Deletes uploads to which nothing refers any more, with their files. */
export async function deleteUploads(
  { tx, objects }: { tx: Transaction; objects: Deps['objects'] },
  ids: readonly string[],
): Promise<void> {
  const gone = await tx.db.execute<{ storage_key: string | null }>(template`
    delete from objects where id = any(${template.param([...ids])}::uuid[]) returning storage_key`);
  for (const { storage_key: key } of gone) if (key) await objects.delete(key);
}
