import { eq } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Removes those of a closed account. */
export async function eraseVerificationsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(verifications).where(eq(verifications.userId, userId));
}
