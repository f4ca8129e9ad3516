import { eq } from 'drizzle-orm';
import { brands } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { keepFromOthers } from './host/note-look.ts';

/** Takes a brand away for good; a host name that was shown to be its own stays nobody else's for a while. */
export async function giveUpBrand(tx: Transaction, userId: string): Promise<void> {
  const [gone] = await tx.db.delete(brands).where(eq(brands.userId, userId)).returning();
  if (gone?.hostName && gone.hostProvenAt) await keepFromOthers(tx, { userId, hostName: gone.hostName });
}
