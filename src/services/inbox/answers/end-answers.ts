import { and, eq, inArray, sql as template } from 'drizzle-orm';
import { answerRules } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Ends what some of an account's numbers answer by themselves. @returns the numbers */
export async function endAnswers(tx: Transaction, userId: string, numberIds: string[]): Promise<string[]> {
  const rows = await tx.db
    .delete(answerRules)
    .where(and(eq(answerRules.userId, userId), inArray(answerRules.numberId, numberIds)))
    .returning({
      number: template<string>`(select n.number from did_numbers n where n.id = answer_rules.number_id)`,
    });
  return rows.map(({ number }) => number);
}
