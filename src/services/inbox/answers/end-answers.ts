import { and, eq, inArray } from 'drizzle-orm';
import { answerRules, didNumbers } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Ends what some of an account's numbers answer by themselves. @returns the numbers */
export async function endAnswers(tx: Transaction, userId: string, numberIds: string[]): Promise<string[]> {
  const ended = await tx.db
    .delete(answerRules)
    .where(and(eq(answerRules.userId, userId), inArray(answerRules.numberId, numberIds)))
    .returning({ id: answerRules.numberId });
  const rows = await tx.db
    .select({ number: didNumbers.number })
    .from(didNumbers)
    .where(
      inArray(
        didNumbers.id,
        ended.map(({ id }) => id),
      ),
    );
  return rows.map(({ number }) => number);
}
