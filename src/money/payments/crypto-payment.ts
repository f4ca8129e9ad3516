import { eq } from 'drizzle-orm';
import { objects } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { SetValues } from '../../platform/settings/read-settings.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import type { Money } from '../../platform/kit/money.ts';
import { type Coin, findCoin } from './catalogue.ts';
import type { createTransaction } from './contract.ts';
import { type ChainOutput, readHash } from './hash-once.ts';
import { type RatedOffer, readOffer } from './list-coins.ts';
import { quoteUnasked } from './quotes/make-quote.ts';
import type { QuoteRow } from './quotes/present-quote.ts';
import { requireQuotedAmount, takeQuote } from './quotes/take-quote.ts';
import { fault } from '../../platform/kit/faults.ts';

export type Submission = BodyOf<typeof createTransaction>;

/** The basis of a payment: a quote, or the coin's present offer. */
type Asked = { quote: QuoteRow; offer: null } | { quote: null; offer: RatedOffer };

/** A payment in a coin as it is submitted. */
export interface CryptoPayment {
  coin: Coin;
  asked: Asked;
  /** The payment on the chain that the customer claims. */
  output: ChainOutput;
  receiptImage: string | null;
}

/** Tells whether an order comes with its payment. */
export const isPaidInCoin = ({ cryptocurrency, transactionHash, quoteId }: Submission): boolean =>
  Boolean(cryptocurrency || transactionHash || quoteId);

/**
 * @throws validation_failed (coin, quote, hash), unavailable (the coin's price is not certain),
 * not_allowed_now (the quote has a payment already)
 */
export async function readCryptoPayment(
  context: { tx: Transaction; config: Config; set: SetValues },
  { userId, submission }: { userId: string; submission: Submission },
): Promise<CryptoPayment> {
  const asked = await readAsked(context, userId, submission);
  const coin = findCoin(asked.quote?.cryptocurrency ?? asked.offer?.id ?? null);
  if (!coin) throw new Error('a payment is in no coin');
  const { transactionHash, outputIndex, receiptImageUrl } = submission;
  if (!transactionHash) throw invalidField('transactionHash', fault('hashMissing'));
  const output = readHash(coin.id, transactionHash, outputIndex ?? null);
  return { coin, asked, output, receiptImage: receiptImageUrl ?? null };
}

async function readAsked(
  { tx, config, set }: { tx: Transaction; config: Config; set: SetValues },
  userId: string,
  { quoteId, cryptocurrency }: Submission,
): Promise<Asked> {
  const host = { db: tx.db, now: tx.now, config, set };
  if (!quoteId) return { quote: null, offer: await readOffer(host, cryptocurrency ?? null) };
  return { quote: await takeQuote(tx, userId, { quoteId, coinId: cryptocurrency ?? null }), offer: null };
}

/**
 * The columns of a payment in a coin. Rate, address and amount are ours, whatever was submitted.
 * @throws validation_failed (the quote is for another amount)
 */
export async function paymentColumns(
  { tx, config }: { tx: Transaction; config: Config },
  { asked, output, receiptImage }: CryptoPayment,
  { userId, amount }: { userId: string; amount: Money },
) {
  if (asked.quote) requireQuotedAmount(asked.quote, amount);
  const quote = asked.quote ?? (await quoteUnasked(tx, config, { userId, coin: asked.offer, amount }));
  const { id: quoteId, cryptocurrency, cryptoAmount, address: cryptoAddress } = quote;
  const asQuoted = { cryptocurrency, cryptoAmount, cryptoAddress, quoteId };
  return { ...asQuoted, receiptImage, submittedAt: tx.now, ...output };
}

/** A receipt must be the customer's own and completely uploaded; from now on it is kept. @throws validation_failed */
export async function checkReceipt(tx: Transaction, userId: string, { receiptImageUrl }: Submission): Promise<void> {
  if (!receiptImageUrl) return;
  const objectId = receiptImageUrl.slice(receiptImageUrl.lastIndexOf('/') + 1);
  const [object] = await tx.db.select().from(objects).where(eq(objects.id, objectId)).for('share');
  if (object?.ownerId !== userId || object.storedAt === null) {
    throw invalidField('receiptImageUrl', sentence('receiptAgain'));
  }
}
