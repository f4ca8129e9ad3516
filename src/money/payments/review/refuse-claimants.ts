import { and, eq, isNull, ne, or, sql as template } from 'drizzle-orm';
import { chainEvidence, transactions } from '../../../../db/schema/index.ts';
import type { Actor } from '../../../callers/caller.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { close } from './reject.ts';

/**
 * The condition that a waiting payment `o` is more than somebody's claim of a hash: the chain shows the
 * amount that it was quoted, or its customer has signed with the address that sent it.
 */
export const speaksForItself = template`o.status = 'pending' and (
  exists (select from chain_evidence oe where oe.transaction_id = o.id
    and oe.transaction_hash = o.transaction_hash and oe.verdict = 'matches')
  or exists (select from payment_signatures os join chain_evidence oe on oe.transaction_id = o.id
    where os.transaction_id = o.id and oe.senders @> to_jsonb(os.address)))`;

/**
 * Rejects other payments with the same claim as a payment that was just verified: the money is somebody else's. A
 * payment that names no output of a transaction with several outputs to our address may mean another output, and
 * continues to wait. The hash is locked, so that nobody claims it meanwhile.
 */
export async function refuseClaimants(
  tx: DatabaseTransaction,
  actor: Pick<Actor, 'id'> | null,
  verified: TransactionRow,
): Promise<void> {
  const { chain, transactionHash, outputIndex } = verified;
  if (!chain || !transactionHash) return;
  const claimants = await tx.db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chain, chain),
        eq(transactions.transactionHash, transactionHash),
        eq(transactions.status, 'pending'),
        ne(transactions.id, verified.id),
        outputIndex === null
          ? undefined
          : or(
              eq(transactions.outputIndex, outputIndex),
              (await paysSeveral(tx, verified)) ? undefined : isNull(transactions.outputIndex),
            ),
      ),
    )
    .orderBy(transactions.id)
    .for('update');
  for (const claimant of claimants)
    await close(tx, claimant, { reason: sentence('paidAnother'), by: actor?.id ?? null });
}

/** Tells whether the transaction is known to pay our address more than once. */
async function paysSeveral(tx: DatabaseTransaction, { id, transactionHash }: TransactionRow) {
  const [seen] = await tx.db
    .select({ outputs: chainEvidence.outputs })
    .from(chainEvidence)
    .where(and(eq(chainEvidence.transactionId, id), eq(chainEvidence.transactionHash, transactionHash ?? '')));
  return (seen?.outputs.length ?? 0) > 1;
}
