import { eq } from 'drizzle-orm';
import { brands } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { keepFromOthers } from './host/note-look.ts';
import { UNPROVEN } from './set-brand.ts';

/** Takes the host name from a brand, which stays otherwise. @param wanted whether to do so @returns the name */
export async function giveUpHost(tx: Transaction, userId: string, wanted: boolean): Promise<string[]> {
  if (!wanted) return [];
  const [before] = await tx.db.select().from(brands).where(eq(brands.userId, userId)).for('update');
  if (!before?.hostName) return [];
  if (before.hostProvenAt) await keepFromOthers(tx, { userId, hostName: before.hostName });
  await tx.db
    .update(brands)
    .set({ hostName: null, ...UNPROVEN, updatedAt: tx.now })
    .where(eq(brands.userId, userId));
  return [before.hostName];
}

/** Deletes a brand; for a while nobody else can take a host name that it had proven. */
export async function giveUpBrand(tx: Transaction, userId: string): Promise<void> {
  const [gone] = await tx.db.delete(brands).where(eq(brands.userId, userId)).returning();
  if (gone?.hostName && gone.hostProvenAt) await keepFromOthers(tx, { userId, hostName: gone.hostName });
}
