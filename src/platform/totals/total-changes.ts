import { totalChanges } from '../../../db/schema/index.ts';
import { insertInto } from '../../../db/table-rows.ts';
import type { Transaction } from '../events/transact.ts';
import { firstDayOfMonth } from '../kit/utc-month.ts';
import type { Money } from '../kit/money.ts';

/** The numbers that a change adds to the totals of the whole system; balances are summed from their entries. */
export interface TotalChange {
  users?: number;
  activeUsers?: number;
  /** A payment that was verified. */
  revenue?: Money;
}

const insert = insertInto(totalChanges);

/** Records what a transaction adds to the totals, in that transaction; `countTotals` sums it up later. */
export async function changeTotals(tx: Transaction, change: TotalChange): Promise<void> {
  tx.send(insert(tx.sql, { month: firstDayOfMonth(tx.now), ...change }));
}
