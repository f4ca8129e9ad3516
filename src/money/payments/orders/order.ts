import { and, eq, isNull } from 'drizzle-orm';
import { transactions } from '../../../../db/schema/index.ts';
import { type Actor, audit } from '../../../callers/audit.ts';
import type { User } from '../../../callers/contract.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import type { SetValues } from '../../../platform/settings/read-settings.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import type { Fulfilments, OrderType } from '../../ledger/fulfilment.ts';
import { placeOrder } from '../../ledger/place-order.ts';
import { alreadyProcessed } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { announceSubmitted } from '../announce-submitted.ts';
import type { Transaction } from '../contract.ts';
import { checkReceipt, isPaidInCoin, paymentColumns, readCryptoPayment, type Submission } from '../crypto-payment.ts';
import { lockFound } from '../found/take-found.ts';
import { asOrder, paymentWaiting } from './find-order.ts';
import { takingOutput } from '../hash-once.ts';
import { presentTransaction } from '../present-transaction.ts';
import { reprice } from './reprice.ts';

interface Ordering {
  tx: DatabaseTransaction;
  config: Config;
  fulfilments: Fulfilments;
  actor: Actor;
  set: SetValues;
  user: User;
}

/**
 * Places an order, at the price of the domain that sells it. If the same order is already waiting, that one is
 * returned. If the customer paid in a coin, the payment is attached, and an administrator verifies it. What was found on
 * the chain before is a purchase of credit already: it then names the order, and pays it once it is verified.
 * @throws validation_failed (coin, quote, hash, plan, package, receipt), not_found, not_allowed_now (an administrator
 * orders, the order has a waiting payment, or the quote is used), already_subscribed, duplicate_transaction_hash,
 * already_processed (meanwhile)
 */
export async function order(
  { tx, config, fulfilments, actor, set, user }: Ordering,
  { userId, submission }: { userId: string; submission: Submission & { type: OrderType } },
): Promise<Transaction> {
  const { type } = submission;
  const found = isPaidInCoin(submission) ? await lockFound(tx, userId, submission) : null;
  const payment =
    isPaidInCoin(submission) && !found ? await readCryptoPayment({ tx, config, set }, { userId, submission }) : null;
  const quote = await fulfilments[type].quote(tx, userId, {
    resellerPackage: submission.resellerPackage ?? null,
    trunkId: submission.voicePackageId ?? null,
    amount: submission.amount ?? null,
  });
  await checkReceipt(tx, userId, submission);
  const waiting = asOrder(await placeOrder({ tx, actor }, { userId, type, quote }));
  if (!waiting) throw new Error('an order was placed as something else');
  const placed = await reprice(tx, fulfilments, waiting);
  if (found) await nameOrder(tx, actor, { found, placed });
  if (!payment) return presentTransaction(placed);
  const columns = await paymentColumns({ tx, config }, payment, { userId, amount: placed.amount });
  const attached = await takingOutput(tx, { paymentId: placed.id, userId }, payment.output, () =>
    attach(tx, placed, columns),
  );
  return announceSubmitted({ tx, actor, user }, attached);
}

/** A payment that names another order already keeps it. @throws already_processed (meanwhile) */
async function nameOrder(
  tx: DatabaseTransaction,
  actor: Actor,
  { found, placed }: { found: TransactionRow; placed: TransactionRow },
): Promise<void> {
  if (found.settlesTransactionId !== null) {
    if (found.settlesTransactionId === placed.id) return;
    throw new Problem('not_allowed_now', sentence('quoteUsed'));
  }
  const [named] = await tx.db
    .update(transactions)
    .set({ settlesTransactionId: placed.id })
    .where(and(eq(transactions.id, found.id), eq(transactions.status, 'pending')))
    .returning();
  if (!named) throw alreadyProcessed();
  const { email } = await readUser(tx.db, named.userId);
  await audit(tx, actor, 'payment.submitted', {
    subject: email,
    userId: named.userId,
    detail: { transactionId: named.id, foundBefore: true, settlesTransactionId: placed.id },
  });
}

/** One payment for an order at a time: if two arrive together, the second is refused. */
async function attach(
  tx: DatabaseTransaction,
  placed: TransactionRow,
  columns: Awaited<ReturnType<typeof paymentColumns>>,
): Promise<TransactionRow> {
  if (placed.cryptocurrency !== null) throw paymentWaiting();
  const [attached] = await tx.db
    .update(transactions)
    .set(columns)
    .where(and(eq(transactions.id, placed.id), eq(transactions.status, 'pending'), isNull(transactions.cryptocurrency)))
    .returning();
  if (!attached) throw alreadyProcessed();
  return attached;
}
