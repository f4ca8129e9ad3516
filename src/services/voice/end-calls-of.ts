import { and, asc, eq, isNull } from 'drizzle-orm';
import { voiceCalls } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { hangUpCall } from './hang-up.ts';
import type { CallRow } from './read-call.ts';

/** Locks an account's running calls, before the account itself: the same order everywhere. */
export const lockCallsUnderWay = (tx: Transaction, userId: string): Promise<CallRow[]> =>
  tx.db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.userId, userId), isNull(voiceCalls.endedAt)))
    .orderBy(asc(voiceCalls.id))
    .for('update');

/** Ends every call of an account: its carrier hangs up, and it is settled by its duration. */
export async function endCallsOf(tx: Transaction, deps: Deps, userId: string): Promise<void> {
  // The end of a call ends its legs.
  const calls = (await lockCallsUnderWay(tx, userId)).filter(({ parentId }) => parentId === null);
  for (const call of calls) await hangUpCall(tx, deps, call);
}
