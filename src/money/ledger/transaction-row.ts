import type { transactions } from '../../../db/schema/index.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type NewTransaction = Omit<
  typeof transactions.$inferInsert,
  'id' | 'createdAt' | 'balanceChange' | 'balanceAfter'
> & {
  /** For a transaction whose id is needed before it is written. */
  id?: string;
};
