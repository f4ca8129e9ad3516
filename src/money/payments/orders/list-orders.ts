import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { transactions } from '../../../../db/schema/index.ts';
import { requireUser } from '../../../callers/require-user.ts';
import type { Deps } from '../../deps.ts';
import { type Fulfilments, ORDER_TYPES } from '../../ledger/fulfilment.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { Transaction } from '../contract.ts';
import { presentTransaction } from '../present-transaction.ts';
import { repriceAlone } from './reprice.ts';

/**
 * A user's orders that wait for payment or for its verification, at present prices, newest first. There are never
 * many: for each thing that can be ordered, at most one order waits.
 * @throws not_found
 */
export async function listWaitingOrders(
  { deps, fulfilments }: { deps: Deps; fulfilments: Fulfilments },
  userId: string,
): Promise<Transaction[]> {
  await requireUser(deps, userId);
  const rows = await findOrders(deps.db, userId);
  const open = rows.filter(({ cryptocurrency }) => cryptocurrency === null);
  for (const { id } of open) await repriceAlone({ deps, fulfilments }, { userId, id });
  return (open.length > 0 ? await findOrders(deps.db, userId) : rows).map(presentTransaction);
}

async function findOrders(db: Queryable, userId: string): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.status, 'pending'),
        inArray(transactions.type, [...ORDER_TYPES]),
      ),
    )
    .orderBy(desc(transactions.id));
}
