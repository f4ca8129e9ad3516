import { eq } from 'drizzle-orm';
import { senderNames } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Removes the sender names of a closed account. */
export async function eraseSendersOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(senderNames).where(eq(senderNames.userId, userId));
}
