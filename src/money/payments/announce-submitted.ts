import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../platform/events/transact.ts';
import type { TransactionRow } from '../ledger/post.ts';
import type { Transaction } from './contract.ts';
import { presentTransaction } from './present-transaction.ts';
import { paymentSubmittedEvent } from './events.ts';

/** Tells the administrators about a payment that waits for them, and records it. */
export async function announceSubmitted(
  tx: DatabaseTransaction,
  actor: Actor,
  row: TransactionRow,
): Promise<Transaction> {
  const { id, email, fullName } = await readUser(tx.db, row.userId);
  const transaction = presentTransaction(row);
  tx.publish(paymentSubmittedEvent, id, { ...transaction, user: { id, email, fullName }, approval: null });
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.submitted',
    subject: email,
    subjectUserId: id,
    detail: { transactionId: row.id, amount: transaction.amount, cryptocurrency: row.cryptocurrency },
  });
  return transaction;
}
