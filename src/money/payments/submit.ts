import type { Actor } from '../../callers/guards.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Config } from '../config.ts';
import type { Transaction as DatabaseTransaction } from '../../platform/events/transact.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { requireCoinPayments } from '../ledger/coin-payments.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { recordPending } from '../ledger/post.ts';
import { announceSubmitted } from './announce-submitted.ts';
import { MAX_TOP_UP_GBP } from './catalogue.ts';
import type { Transaction } from './contract.ts';
import { checkReceipt, paymentColumns, readCoin, readProof, type Submission } from './crypto-payment.ts';
import { lockOrder } from './orders/find-order.ts';
import { takingOutput } from './hash-once.ts';
import { order } from './orders/order.ts';
import { checkPendingPayments } from './pending-quota.ts';

/**
 * Submits a payment for verification, or places an order. Prices, rate, address and the amount in the
 * coin are the server's own.
 * @param userId whose account it is for
 * @throws not_allowed_now (a reseller's customer who may not pay in coins, or too many payments wait), validation_failed (coin,
 *   amount, hash, order, receipt), not_found, duplicate_transaction_hash, and for orders as `order`
 */
export async function submit(
  {
    deps: { config },
    fulfilments,
    actor,
  }: { deps: { config: Config }; fulfilments: Fulfilments; actor: Actor },
  { tx, userId, submission }: { tx: DatabaseTransaction; userId: string; submission: Submission },
): Promise<Transaction> {
  const { type } = submission;
  if (type === 'credit_purchase' || submission.cryptocurrency || submission.transactionHash) {
    await requireCoinPayments(tx.db, userId);
    await checkPendingPayments(tx, config, userId);
  }
  return type === 'credit_purchase'
    ? purchaseCredit(tx, config, actor, userId, submission)
    : order(tx, config, fulfilments, actor, userId, { ...submission, type });
}

async function purchaseCredit(
  tx: DatabaseTransaction,
  config: Config,
  actor: Actor,
  userId: string,
  submission: Submission,
): Promise<Transaction> {
  const coin = readCoin(config, submission);
  const amount = readAmount(config, submission);
  const proof = readProof(coin, submission);
  await readUser(tx.db, userId);
  await checkOrder(tx, userId, submission);
  await checkReceipt(tx, userId, submission);
  const row = await takingOutput(tx, null, proof, () =>
    recordPending(tx, {
      userId,
      type: 'credit_purchase',
      status: 'pending',
      amount,
      description: submission.description || `Credit purchase with ${coin.name}`,
      settlesTransactionId: submission.settlesTransactionId ?? null,
      ...paymentColumns(coin, { amount, proof, submission, now: tx.now }),
    }),
  );
  return announceSubmitted(tx, actor, row);
}

function readAmount(config: Config, submission: Submission): Money {
  if (!submission.amount) throw invalidField('amount', 'Please select cryptocurrency and amount');
  const amount = parseMoney(submission.amount);
  if (amount < parseMoney(config.minTopUpGbp)) {
    throw invalidField('amount', `The minimum amount is £${config.minTopUpGbp}`);
  }
  if (amount > parseMoney(String(MAX_TOP_UP_GBP))) {
    throw invalidField('amount', `The maximum amount is £${MAX_TOP_UP_GBP.toLocaleString('en-GB')}`);
  }
  return amount;
}

/** The order that a purchase names must wait for its payment, with none on the way. */
async function checkOrder(
  tx: DatabaseTransaction,
  userId: string,
  { settlesTransactionId }: Submission,
): Promise<void> {
  if (!settlesTransactionId) return;
  const named = await lockOrder(tx, userId, settlesTransactionId);
  if (named?.status !== 'pending' || named.cryptocurrency !== null) {
    throw invalidField('settlesTransactionId', 'There is no such order waiting for payment');
  }
}
