import { and, eq, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { transactions } from '../../../../db/schema/index.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { ChainOutput } from '../hash-once.ts';

/** A payment that has an output already: a verified one, or the customer's own that waits. */
export async function findClaim(
  db: Queryable,
  { chain, transactionHash, outputIndex }: ChainOutput,
  userId: string,
): Promise<TransactionRow | null> {
  const [claim] = await db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chain, chain),
        eq(transactions.transactionHash, transactionHash),
        eq(transactions.hashFreed, false),
        or(
          eq(transactions.status, 'verified'),
          and(eq(transactions.status, 'pending'), eq(transactions.userId, userId)),
        ),
        outputIndex === null
          ? undefined
          : or(isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex)),
      ),
    )
    .limit(1);
  return claim ?? null;
}
