import { eq } from 'drizzle-orm';
import { objects, users } from '../../db/schema/index.ts';
import { audit } from '../accounts/audit.ts';
import type { Actor } from '../accounts/guards.ts';
import type { Config } from '../config.ts';
import type { Transaction as DatabaseTransaction } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { invalidField, notFound, Problem } from '../kit/errors.ts';
import { formatMoney, type Money, parseMoney } from '../ledger/money.ts';
import { recordPending } from '../ledger/post.ts';
import { findCoin, MAX_TOP_UP_GBP } from './catalogue.ts';
import { coinAmount } from './coin-amount.ts';
import type { CoinOffer, createTransaction, Transaction } from './contract.ts';
import { readHash, takingHash } from './hash-once.ts';
import { offerOf } from './list-coins.ts';
import { presentTransaction } from './present.ts';

type Submission = BodyOf<typeof createTransaction>;

/**
 * Submits a payment for verification. Rate, address and the amount in the coin are the server's own.
 * @param userId whose account it is for
 * @throws not_allowed_now (orders are not offered), validation_failed (coin, amount, hash, order,
 *   receipt), not_found, duplicate_transaction_hash
 */
export async function submit(
  tx: DatabaseTransaction,
  config: Config,
  actor: Actor,
  userId: string,
  submission: Submission,
): Promise<Transaction> {
  switch (submission.type) {
    case 'credit_purchase':
      return purchaseCredit(tx, config, actor, userId, submission);
    case 'reseller_package':
      throw new Problem('not_allowed_now', 'Reseller packages are not offered yet');
    case 'voice_package':
      throw new Problem('not_allowed_now', 'SIP trunk packages are not offered yet');
  }
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
  if (!submission.transactionHash) throw invalidField('transactionHash', 'Please enter a transaction hash');
  const hash = readHash(coin.id, submission.transactionHash);
  if (submission.settlesTransactionId) {
    throw invalidField('settlesTransactionId', 'There is no such order waiting for payment');
  }
  const [user] = await tx.db
    .select({ id: users.id, email: users.email, fullName: users.fullName })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound('User');
  if (submission.receiptImageUrl) await checkReceipt(tx, userId, submission.receiptImageUrl);

  const row = await takingHash(
    recordPending(tx, {
      userId,
      type: 'credit_purchase',
      status: 'pending',
      amount,
      description: submission.description || `Credit purchase with ${coin.name}`,
      cryptocurrency: coin.id,
      cryptoAmount: coinAmount(formatMoney(amount), coin.rate),
      cryptoAddress: coin.walletAddress,
      receiptImage: submission.receiptImageUrl ?? null,
      ...hash,
    }),
  );
  const transaction = presentTransaction(row);
  tx.publish('payment-submitted', userId, { ...transaction, user });
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.submitted',
    subject: user.email,
    subjectUserId: userId,
    detail: { transactionId: row.id, amount: transaction.amount, cryptocurrency: coin.id },
  });
  return transaction;
}

function readCoin(config: Config, { cryptocurrency }: Submission): CoinOffer {
  const coin = findCoin(cryptocurrency ?? null);
  if (!coin) throw invalidField('cryptocurrency', 'Please select cryptocurrency and amount');
  const offer = offerOf(config, coin);
  if (!offer) throw invalidField('cryptocurrency', `${coin.name} is not offered at the moment`);
  return offer;
}

function readAmount(config: Config, submission: Submission): Money {
  const amount = parseMoney(submission.amount);
  if (amount < parseMoney(config.minTopUpGbp)) {
    throw invalidField('amount', `The minimum amount is £${config.minTopUpGbp}`);
  }
  if (amount > parseMoney(String(MAX_TOP_UP_GBP))) {
    throw invalidField('amount', `The maximum amount is £${MAX_TOP_UP_GBP.toLocaleString('en-GB')}`);
  }
  return amount;
}

async function checkReceipt(tx: DatabaseTransaction, userId: string, path: string): Promise<void> {
  const objectId = path.slice(path.lastIndexOf('/') + 1);
  const [object] = await tx.db.select().from(objects).where(eq(objects.id, objectId));
  if (object?.ownerId !== userId || object.storedAt === null) {
    throw invalidField('receiptImageUrl', 'Please upload the receipt again');
  }
}
