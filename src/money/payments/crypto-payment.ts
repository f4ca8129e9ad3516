import { eq } from 'drizzle-orm';
import { objects } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { formatMoney, type Money } from '../../platform/kit/money.ts';
import { findCoin } from './catalogue.ts';
import { coinAmount } from './coin-amount.ts';
import type { CoinOffer, createTransaction } from './contract.ts';
import { type ChainOutput, readHash } from './hash-once.ts';
import { offerOf } from './list-coins.ts';

export type Submission = BodyOf<typeof createTransaction>;

/** The coin that a submission is paid in, as it is offered now. @throws validation_failed */
export function readCoin(config: Config, { cryptocurrency }: Submission): CoinOffer {
  const coin = findCoin(cryptocurrency ?? null);
  if (!coin) throw invalidField('cryptocurrency', 'Please select cryptocurrency and amount');
  const offer = offerOf(config, coin);
  if (!offer) throw invalidField('cryptocurrency', `${coin.name} is not offered at the moment`);
  return offer;
}

/** The hash that a submission shows as its proof. @throws validation_failed */
export function readProof(coin: CoinOffer, { transactionHash, outputIndex }: Submission): ChainOutput {
  if (!transactionHash) throw invalidField('transactionHash', 'Please enter a transaction hash');
  return readHash(coin.id, transactionHash, outputIndex ?? null);
}

/** The columns of a payment in a coin. Rate, address and amount are our own, whatever was submitted. */
export const paymentColumns = (
  coin: CoinOffer,
  {
    amount,
    proof,
    submission,
    now,
  }: { amount: Money; proof: ChainOutput; submission: Submission; now: Date },
) => ({
  cryptocurrency: coin.id,
  cryptoAmount: coinAmount(formatMoney(amount), coin.rate),
  cryptoAddress: coin.walletAddress,
  receiptImage: submission.receiptImageUrl ?? null,
  submittedAt: now,
  ...proof,
});

/** A receipt must be the customer's own and uploaded; it is kept from now on. @throws validation_failed */
export async function checkReceipt(
  tx: Transaction,
  userId: string,
  { receiptImageUrl }: Submission,
): Promise<void> {
  if (!receiptImageUrl) return;
  const objectId = receiptImageUrl.slice(receiptImageUrl.lastIndexOf('/') + 1);
  const [object] = await tx.db.select().from(objects).where(eq(objects.id, objectId)).for('share');
  if (object?.ownerId !== userId || object.storedAt === null) {
    throw invalidField('receiptImageUrl', 'Please upload the receipt again');
  }
}
