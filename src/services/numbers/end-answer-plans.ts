import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/** Ends what some of an account's numbers do with calls: their callers hear the busy tone. @returns the numbers */
export async function endAnswerPlans(tx: Transaction, userId: string, ids: string[]): Promise<string[]> {
  const ended = await tx.db
    .update(didNumbers)
    .set({ answerPlan: null })
    .where(and(eq(didNumbers.userId, userId), inArray(didNumbers.id, ids), isNotNull(didNumbers.answerPlan)))
    .returning({ number: didNumbers.number });
  return ended.map(({ number }) => number);
}
