import { audit } from '../accounts/audit.ts';
import type { User } from '../accounts/contract.ts';
import type { Actor } from '../accounts/guards.ts';
import { readUser } from '../accounts/present.ts';
import type { Transaction as DatabaseTransaction } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { invalidField } from '../kit/errors.ts';
import { ZERO } from '../ledger/money.ts';
import { settle, type TransactionRow } from '../ledger/post.ts';
import type { Transaction, verifyPayment } from './contract.ts';
import { findPending } from './find-pending.ts';
import { readHash, takingHash } from './hash-once.ts';
import { presentTransaction } from './present.ts';

/**
 * Verifies a payment: a purchase adds its credit, an order adds none. The administrator's hash is the
 * one that is kept; the audit log keeps a customer's that differs.
 * @throws not_found, already_processed, validation_failed (cryptocurrency, transactionHash),
 *   duplicate_transaction_hash
 */
export async function verify(
  tx: DatabaseTransaction,
  actor: Actor,
  input: BodyOf<typeof verifyPayment>,
): Promise<{ transaction: Transaction; user: User }> {
  const pending = await findPending(tx, input.transactionId);
  // What an order was paid in is known to the administrator alone where no payment came with it.
  const cryptocurrency = pending.cryptocurrency ?? input.cryptocurrency;
  if (!cryptocurrency) throw invalidField('cryptocurrency', 'Please select cryptocurrency and amount');
  const hash = readHash(cryptocurrency, input.transactionHash);
  const credit = pending.type === 'credit_purchase' ? pending.amount : ZERO;
  const settled = await takingHash(
    settle(tx, pending, 'verified', credit, 'payment_verified', {
      ...hash,
      cryptocurrency,
      settledBy: actor.id,
    }),
  );
  const user = await readUser(tx.db, settled.userId);
  const transaction = presentTransaction(settled);
  tx.publish('payment-verified', settled.userId, {
    transactionId: settled.id,
    userId: settled.userId,
    amount: transaction.amount,
    credits: user.credits,
    transactionHash: hash.transactionHash,
  });
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.verified',
    subject: user.email,
    subjectUserId: user.id,
    detail: {
      transactionId: settled.id,
      amount: transaction.amount,
      transactionHash: hash.transactionHash,
      ...differingHash(pending, hash.transactionHash),
    },
  });
  return { transaction, user };
}

const differingHash = ({ transactionHash }: TransactionRow, verified: string) =>
  transactionHash && transactionHash !== verified ? { customerTransactionHash: transactionHash } : {};
