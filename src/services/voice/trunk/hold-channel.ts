import { eq } from 'drizzle-orm';
import { trunkCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { CallRow } from '../present-call.ts';

/** Holds a channel of a trunk for a call to a number, in place of the one that it held. @param trunkId null: none */
export async function holdChannel(tx: Transaction, { id }: CallRow, trunkId: string | null): Promise<void> {
  await tx.db.update(trunkCalls).set({ trunkId }).where(eq(trunkCalls.callId, id));
}
