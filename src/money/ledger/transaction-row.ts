import { transactions } from '../../../db/schema/index.ts';
import { columnsOf, insertInto } from '../../../db/table-rows.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Money } from '../../platform/kit/money.ts';

export type TransactionRow = typeof transactions.$inferSelect;
/** For prepared statements that read whole rows. */
export const transactionRow = columnsOf(transactions);
export type NewTransaction = Omit<
  typeof transactions.$inferInsert,
  'id' | 'createdAt' | 'balanceChange' | 'balanceAfter'
> & {
  /** For a transaction whose id is needed before it is written. */
  id?: string;
};

const insert = insertInto(transactions);

/** @param moved how it moves the balance, and what that leaves; undefined while it moves none */
export async function insertTransaction(
  tx: Transaction,
  row: NewTransaction,
  moved?: { balanceChange: Money; balanceAfter: Money | null },
): Promise<TransactionRow> {
  const id = row.id ?? newId(tx.clock);
  return insert(tx.sql, { ...row, id, createdAt: tx.now, ...(moved && { settledAt: tx.now, ...moved }) });
}
