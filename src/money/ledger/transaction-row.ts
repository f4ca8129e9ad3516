import { transactions } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Money } from '../../platform/kit/money.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type NewTransaction = Omit<
  typeof transactions.$inferInsert,
  'id' | 'createdAt' | 'balanceChange' | 'balanceAfter'
> & {
  /** For a transaction whose id is needed before it is written. */
  id?: string;
};

/** @param moved how it moves the balance, and what that leaves; undefined while it moves none */
export async function insertTransaction(
  tx: Transaction,
  row: NewTransaction,
  moved?: { balanceChange: Money; balanceAfter: Money | null },
): Promise<TransactionRow> {
  const [created] = await tx.db
    .insert(transactions)
    .values({ ...row, id: row.id ?? newId(tx.clock), createdAt: tx.now, ...(moved && { settledAt: tx.now, ...moved }) })
    .returning();
  if (!created) throw new Error('an insert returned no row');
  return created;
}
