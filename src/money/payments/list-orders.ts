import { and, desc, eq, inArray } from 'drizzle-orm';
import { transactions, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { ORDER_TYPES } from '../ledger/fulfilment.ts';
import type { Transaction } from './contract.ts';
import { presentTransaction } from './present.ts';

/**
 * A user's orders that wait for payment or for its verification, newest first. Never many: of each thing
 * that can be ordered there is one waiting order at most.
 * @throws not_found
 */
export async function listWaitingOrders(deps: Deps, userId: string): Promise<Transaction[]> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  const rows = await deps.db
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
  return rows.map(presentTransaction);
}
