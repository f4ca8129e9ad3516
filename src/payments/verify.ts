import { audit } from '../accounts/audit.ts';
import type { User } from '../accounts/contract.ts';
import type { Actor } from '../accounts/guards.ts';
import { readUser } from '../accounts/present.ts';
import type { Transaction as DatabaseTransaction } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { invalidField } from '../kit/errors.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { ZERO } from '../ledger/money.ts';
import { settle, type TransactionRow } from '../ledger/post.ts';
import type { Transaction, verifyPayment } from './contract.ts';
import { asOrder, lockOrder, type OrderRow } from './find-order.ts';
import { findPending } from './find-pending.ts';
import { readHash, takingHash } from './hash-once.ts';
import { payFromBalance } from './pay.ts';
import { presentTransaction } from './present.ts';

/**
 * Verifies a payment: a purchase adds its credit and, where that is enough, pays the order that it
 * names; an order paid in a coin adds none and grants what was ordered. The administrator's hash is the
 * one that is kept; the audit log keeps a customer's that differs.
 * @throws not_found, already_processed, validation_failed (cryptocurrency, transactionHash),
 *   already_subscribed and not_allowed_now (the order cannot be granted any more),
 *   duplicate_transaction_hash
 */
export async function verify(
  tx: DatabaseTransaction,
  fulfilments: Fulfilments,
  actor: Actor,
  input: BodyOf<typeof verifyPayment>,
): Promise<{ transaction: Transaction; user: User }> {
  const pending = await findPending(tx, input.transactionId);
  // What an order was paid in is known to the administrator alone where no payment came with it.
  const cryptocurrency = pending.cryptocurrency ?? input.cryptocurrency;
  if (!cryptocurrency) throw invalidField('cryptocurrency', 'Please select cryptocurrency and amount');
  const hash = readHash(cryptocurrency, input.transactionHash);
  const named = await lockNamedOrder(tx, pending);
  const order = asOrder(pending);
  const obstacle = order && (await fulfilments[order.type].obstacle(tx, pending));
  if (obstacle) throw obstacle;
  const credit = pending.type === 'credit_purchase' ? pending.amount : ZERO;
  const settled = await takingHash(
    settle(tx, pending, 'verified', credit, 'payment_verified', {
      ...hash,
      cryptocurrency,
      settledBy: actor.id,
    }),
  );
  if (order) await fulfilments[order.type].grant(tx, settled);
  if (named) await payNamedOrder(tx, fulfilments, actor, named, settled);
  const user = await readUser(tx.db, settled.userId);
  const transaction = presentTransaction(settled);
  tx.publish('payment-verified', settled.userId, {
    transactionId: settled.id,
    userId: settled.userId,
    amount: transaction.amount,
    credits: user.credits,
    transactionHash: hash.transactionHash,
    type: transaction.type,
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

/** Locked before the purchase moves the balance: an order is locked before its user, always. */
async function lockNamedOrder(
  tx: DatabaseTransaction,
  { userId, settlesTransactionId }: TransactionRow,
): Promise<OrderRow | undefined> {
  return settlesTransactionId === null ? undefined : lockOrder(tx, userId, settlesTransactionId);
}

/** Where the order is no longer to be paid, or the balance is too small, the credit is all there is. */
async function payNamedOrder(
  tx: DatabaseTransaction,
  fulfilments: Fulfilments,
  actor: Actor,
  order: OrderRow,
  purchase: TransactionRow,
): Promise<void> {
  if (order.status !== 'pending' || order.cryptocurrency !== null) return;
  if (purchase.balanceAfter === null || purchase.balanceAfter < order.amount) return;
  if (await fulfilments[order.type].obstacle(tx, order)) return;
  await payFromBalance(tx, fulfilments, actor, order);
}

const differingHash = ({ transactionHash }: TransactionRow, verified: string) =>
  transactionHash && transactionHash !== verified ? { customerTransactionHash: transactionHash } : {};
