import { and, eq } from 'drizzle-orm';
import { chainEvidence } from '../../../../db/schema/index.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { ChainOutput } from '../hash-once.ts';

/** The output to use if the administrator names none: the one that the payment or its evidence names. */
export async function knownOutput(
  tx: DatabaseTransaction,
  pending: TransactionRow,
  output: ChainOutput,
): Promise<ChainOutput> {
  if (output.outputIndex !== null) return output;
  const { transactionHash } = output;
  if (pending.transactionHash === transactionHash && pending.outputIndex !== null) {
    return { ...output, outputIndex: pending.outputIndex };
  }
  const [seen] = await tx.db
    .select({ outputIndex: chainEvidence.outputIndex })
    .from(chainEvidence)
    .where(and(eq(chainEvidence.transactionId, pending.id), eq(chainEvidence.transactionHash, transactionHash)));
  return { ...output, outputIndex: seen?.outputIndex ?? null };
}
