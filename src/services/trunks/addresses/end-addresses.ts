import { and, eq, inArray } from 'drizzle-orm';
import { trunkAddresses, trunks } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { usernameOf } from '../username.ts';

/** Ends the addresses of some of an account's trunks: nobody calls from there any more. @returns the SIP users */
export async function endAddresses(tx: Transaction, userId: string, ids: string[]): Promise<string[]> {
  const own = tx.db
    .select({ id: trunks.id })
    .from(trunks)
    .where(and(eq(trunks.userId, userId), inArray(trunks.id, ids)));
  const ended = await tx.db
    .delete(trunkAddresses)
    .where(inArray(trunkAddresses.trunkId, own))
    .returning({ trunkId: trunkAddresses.trunkId });
  return [...new Set(ended.map(({ trunkId }) => usernameOf(trunkId)))];
}
