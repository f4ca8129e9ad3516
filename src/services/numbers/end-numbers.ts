import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** For an account that is closed: numbers end with the month that is paid, and held numbers are free at once. */
export async function letNumbersEnd(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(didNumbers).where(and(eq(didNumbers.userId, userId), eq(didNumbers.status, 'reserved')));
  await tx.db
    .update(didNumbers)
    .set({ autoRenew: false, mailMessages: false })
    .where(and(eq(didNumbers.userId, userId), eq(didNumbers.status, 'active')));
}

/** Ends what some of an account's numbers do with calls: their callers hear the busy tone. @returns the numbers */
export async function endAnswerPlans(tx: Transaction, userId: string, ids: string[]): Promise<string[]> {
  const ended = await tx.db
    .update(didNumbers)
    .set({ answerPlan: null })
    .where(and(eq(didNumbers.userId, userId), inArray(didNumbers.id, ids), isNotNull(didNumbers.answerPlan)))
    .returning({ number: didNumbers.number });
  return ended.map(({ number }) => number);
}
