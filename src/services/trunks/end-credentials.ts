import { eq, inArray } from 'drizzle-orm';
import { sipCredentials, trunks } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Removes the credentials of an account's trunks: nobody registers with them any more. @returns the SIP users */
export async function endCredentials(tx: Transaction, userId: string): Promise<string[]> {
  const own = tx.db.select({ id: trunks.id }).from(trunks).where(eq(trunks.userId, userId));
  const ended = await tx.db
    .delete(sipCredentials)
    .where(inArray(sipCredentials.trunkId, own))
    .returning({ username: sipCredentials.username });
  return ended.map(({ username }) => username);
}
