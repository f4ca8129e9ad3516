import { type Actor, audit } from '../../callers/audit.ts';
import type { User } from '../../callers/contract.ts';
import type { Transaction as DatabaseTransaction } from '../../platform/events/transact.ts';
import type { TransactionRow } from '../ledger/transaction-row.ts';
import type { Transaction } from './contract.ts';
import { presentTransaction } from './present-transaction.ts';
import { paymentSubmittedEvent } from './events.ts';

interface How {
  action: 'payment.submitted' | 'payment.found' | 'payment.attached';
  detail: Record<string, unknown>;
}

const NOBODY_SAW_IT = { approval: null, verdict: null, taken: null };

/**
 * Tells the administrators about a payment that waits for them, and records it.
 * @param actor null: it was found on the chain
 */
export async function announceSubmitted(
  {
    tx,
    actor,
    user: { id, email, fullName },
  }: { tx: DatabaseTransaction; actor: Pick<Actor, 'id'> | null; user: Pick<User, 'id' | 'email' | 'fullName'> },
  row: TransactionRow,
  { action, detail }: How = { action: 'payment.submitted', detail: {} },
): Promise<Transaction> {
  const transaction = presentTransaction(row);
  tx.publish(paymentSubmittedEvent, id, { ...transaction, user: { id, email, fullName }, ...NOBODY_SAW_IT });
  await audit(tx, actor, action, {
    subject: email,
    userId: id,
    detail: { transactionId: row.id, amount: transaction.amount, cryptocurrency: row.cryptocurrency, ...detail },
  });
  return transaction;
}
