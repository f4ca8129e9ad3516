import type { User } from '../../callers/contract.ts';
import type { Actor } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Config } from '../config.ts';
import type { Transaction as DatabaseTransaction } from '../../platform/events/transact.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { SetValues } from '../../platform/settings/read-settings.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { mayPayInCoins, requireCoinPayments } from '../ledger/coin-payments.ts';
import { announceSubmitted } from './announce-submitted.ts';
import type { Transaction } from './contract.ts';
import { checkReceipt, isPaidInCoin, paymentColumns, readCryptoPayment, type Submission } from './crypto-payment.ts';
import { takeFound } from './found/take-found.ts';
import { checkNamedOrder } from './orders/check-named-order.ts';
import { takingOutput } from './hash-once.ts';
import { order } from './orders/order.ts';
import { checkPendingPayments } from './pending-quota.ts';
import { readPaymentSettings, readTopUp } from './read-top-up.ts';
import { recordPurchase } from './record-purchase.ts';

/**
 * Submits a payment for verification, or places an order. The server sets prices, rate, address and the amount in the
 * coin itself. A payment that was found on the chain already is answered as it is.
 * @param userId the account that pays
 * @throws not_allowed_now (a reseller's customer who may not pay in coins, too many payments wait, or the quote is
 *   used), validation_failed (coin, quote, amount, hash, order, receipt), not_found, duplicate_transaction_hash,
 *   and for orders as `order`
 */
export async function submit(
  { deps: { config }, fulfilments, actor }: { deps: { config: Config }; fulfilments: Fulfilments; actor: Actor },
  { tx, userId, submission }: { tx: DatabaseTransaction; userId: string; submission: Submission },
): Promise<Transaction> {
  const { type } = submission;
  const isPurchase = type === 'credit_purchase';
  const [set, user, mayPay, found] = await allAtOnce([
    readPaymentSettings(tx.db, tx.now),
    readUser(tx.db, userId),
    mayPayInCoins(tx.db, userId),
    isPurchase ? takeFound(tx, actor, { userId, submission }) : null,
  ]);
  if (found) return found;
  if (isPurchase || isPaidInCoin(submission)) {
    requireCoinPayments(mayPay);
    await checkPendingPayments(tx, { config, set }, userId);
  }
  return isPurchase
    ? purchaseCredit({ tx, config, actor, set, user }, { userId, submission })
    : order({ tx, config, fulfilments, actor, set, user }, { userId, submission: { ...submission, type } });
}

async function purchaseCredit(
  {
    tx,
    config,
    actor,
    set,
    user,
  }: { tx: DatabaseTransaction; config: Config; actor: Actor; set: SetValues; user: User },
  { userId, submission }: { userId: string; submission: Submission },
): Promise<Transaction> {
  const payment = await readCryptoPayment({ tx, config, set }, { userId, submission });
  const { asked, output } = payment;
  const amount = amountOf({ config, set }, asked.quote, submission);
  await checkNamedOrder(tx, userId, submission);
  await checkReceipt(tx, userId, submission);
  const columns = await paymentColumns({ tx, config }, payment, { userId, amount });
  const row = await takingOutput(tx, { paymentId: null, userId }, output, () =>
    recordPurchase(tx, {
      userId,
      amount,
      typed: submission.description || asked.quote?.description,
      settlesTransactionId: submission.settlesTransactionId ?? null,
      ...columns,
    }),
  );
  return announceSubmitted({ tx, actor, user }, row);
}

/** A quote keeps its amount, also where the minimum has risen since; `paymentColumns` refuses any other amount. */
function amountOf(
  host: { config: Config; set: SetValues },
  quote: { amount: Money } | null,
  submission: Submission,
): Money {
  if (!quote) return readTopUp(host, submission);
  return submission.amount ? parseMoney(submission.amount) : quote.amount;
}
