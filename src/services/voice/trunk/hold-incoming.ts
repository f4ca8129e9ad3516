import { eq } from 'drizzle-orm';
import { trunkCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { CallRow } from '../present-call.ts';

/** An edge's call, and its names there. */
export type Dialog = Pick<
  typeof trunkCalls.$inferInsert,
  'edge' | 'sipCallId' | 'fromTag' | 'cseq' | 'source'
>;

/** What distinguishes a dialog from all others. */
export const dialogName = ({ sipCallId, fromTag, cseq }: Omit<Dialog, 'edge' | 'source'>): string =>
  [sipCallId, fromTag, cseq].join(';');

/** Stores which edge has a call to a number, or its leg, and its names there. It rings no trunk yet. */
export async function keepIncoming(tx: Transaction, { id: callId }: CallRow, dialog: Dialog): Promise<void> {
  await tx.db.insert(trunkCalls).values({ callId, trunkId: null, ...dialog });
}

/** Holds a channel of a trunk for a call to a number, in place of the one that it held. @param trunkId null: none */
export async function holdChannel(tx: Transaction, { id }: CallRow, trunkId: string | null): Promise<void> {
  await tx.db.update(trunkCalls).set({ trunkId }).where(eq(trunkCalls.callId, id));
}
