import { eq } from 'drizzle-orm';
import { brands } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { keepFromOthers } from './host/note-look.ts';

/** Deletes a brand; for a while nobody else can take a host name that it had proven. */
export async function giveUpBrand(tx: Transaction, userId: string): Promise<void> {
  const [gone] = await tx.db.delete(brands).where(eq(brands.userId, userId)).returning();
  if (gone?.hostName && gone.hostProvenAt) await keepFromOthers(tx, { userId, hostName: gone.hostName });
}
