import { z } from 'zod';
import { paymentRequest } from '../../callers/approvals/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import {
  amountInput,
  isoTime,
  line,
  money2,
  namedObject,
  pageQuery,
  person,
  uuid,
  wording,
} from '../../platform/kit/schemas.ts';
import { COIN_IDS, RESELLER_PLAN_IDS, TRANSACTION_STATUSES, TRANSACTION_TYPES, VERDICTS } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint, pagedList } = endpointsFor('Payments');

export const transactionType = z.enum(TRANSACTION_TYPES);
export type TransactionType = z.infer<typeof transactionType>;
export const transactionStatus = z.enum(TRANSACTION_STATUSES);

export const transaction = namedObject('Transaction', {
  id: uuid,
  userId: uuid,
  type: transactionType,
  /** Never negative; the type says the direction. */
  amount: money2,
  /** Its owner's own words; otherwise `wording` in English. */
  description: z.string(),
  wording: wording.nullable(),
  status: transactionStatus,
  /** Signed: the change of the balance, `"0.00"` while it is pending or after it has failed. */
  balanceChange: money2,
  /** The balance right after it; null until it has changed a balance. */
  balanceAfter: money2.nullable(),
  cryptocurrency: z.enum(COIN_IDS).nullable(),
  /** In the coin, as a decimal string. */
  cryptoAmount: z.string().nullable(),
  walletAddress: z.string().nullable(),
  /** The quote by which the customer was asked for it; one of the server's own if the customer requested none. */
  quoteId: uuid.nullable(),
  /** The pounds that arrived for a verified payment, if they differ from the amount. */
  receivedAmount: money2.nullable(),
  /** The same in the coin, if it was given. */
  receivedCryptoAmount: z.string().nullable(),
  transactionHash: z.string().nullable(),
  /** The index of the transaction's output or log, from 0; null if it is not known. */
  outputIndex: z.number().int().nullable(),
  receiptImageUrl: z.string().nullable(),
  /** The block explorer page of the hash. */
  explorerUrl: z.string().nullable(),
  /** The order for which this credit is bought: once verified, it pays the order if the balance is enough. */
  settlesTransactionId: uuid.nullable(),
  /** The charge that a refund returns. */
  refundsTransactionId: uuid.nullable(),
  /** The other account's side of a transfer of credit. */
  counterpartTransactionId: uuid.nullable(),
  resellerPackage: z.enum(RESELLER_PLAN_IDS).nullable(),
  voicePackageId: uuid.nullable(),
  /** Why it was rejected or cancelled, or the balance adjusted: as `description`. */
  reason: z.string().nullable(),
  reasonWording: wording.nullable(),
  createdAt: isoTime,
  settledAt: isoTime.nullable(),
});
export type Transaction = z.infer<typeof transaction>;

/** The decision of the first of two administrators; the second must decide the same. */
export const paymentApproval = paymentRequest
  .omit({ kind: true, userId: true, amount: true })
  .extend({ requestId: uuid, by: person, at: isoTime });
export type PaymentApproval = z.infer<typeof paymentApproval>;

/** A transaction as the administrators' queue lists it. */
export const pendingPayment = namedObject('PendingPayment', {
  ...transaction.shape,
  user: person,
  /** While it waits for a second administrator. */
  approval: paymentApproval.nullable(),
  /** The chain's answer about its hash; null if nobody looked it up. */
  verdict: z.enum(VERDICTS).nullable(),
  /** The administrator who looks into it, while it waits; that binds nobody. */
  taken: z.object({ by: person, at: isoTime }).nullable(),
});
export type PendingPayment = z.infer<typeof pendingPayment>;

export const coin = namedObject('Coin', {
  id: z.enum(COIN_IDS),
  name: z.string(),
  symbol: z.string(),
  network: z.string(),
  /** Coin per pound, as a decimal string. */
  rate: z.string(),
  /** Its price is not certain now: no quote is given. */
  paused: z.boolean(),
  /** The smallest purchase of credit, in pounds. */
  minimum: money2,
  walletAddress: z.string(),
  /** True for a demonstration address: nobody must pay to it. */
  demo: z.boolean(),
  /** Places of the coin's smallest unit. */
  decimals: z.number().int(),
  /** Confirmations to wait for; null for a chain that has finality and does not count. */
  confirmations: z.number().int().nullable(),
  /** The contract of a token, null for a chain's own coin. */
  contract: z.string().nullable(),
  /** A quote's payment is found by itself. */
  watched: z.boolean(),
});
export type CoinOffer = z.infer<typeof coin>;

/** Long enough for every chain's hash or an explorer link; the form is checked later, for the coin. */
export const hashInput = line(200);

/**
 * The index of an output, log or Solana instruction, from 0; no block has more of them. The n-th instruction that an
 * instruction's program called has n × 1000 more. */
export const outputIndexInput = z.number().int().min(0).max(1_000_000);

const receiptPath = z
  .string()
  .max(200)
  .regex(/^\/api\/objects\/[0-9a-f-]{36}$/, 'Not an uploaded receipt');

export const listCoins = endpoint('listCoins', 'GET /api/coins', {
  access: 'signed-in',
  summary: 'The coins offered, with rate and address',
  response: z.array(coin),
});

export const listTransactions = pagedList('listTransactions', '/api/users/:id/transactions', {
  duties: ['support', 'finance'],
  summary: 'Transactions, newest first; with `calls=settled` one row for each call, with what it came to',
  /** `settled`: leaves out calls that are still running or cost nothing, and the refunds of calls. */
  query: pageQuery.extend({
    calls: z.enum(['all', 'settled']).default('all'),
    status: z.enum(['all', 'pending']).default('all'),
  }),
  row: transaction,
});

/**
 * A purchase of credit, or an order: of a reseller package by `resellerPackage` or by an `amount` equal to a plan's
 * price, of a SIP trunk package by `voicePackageId`. The server sets prices, status and expiry; `cryptoAmount` and
 * `walletAddress` come from the coin, whatever the payload says. If the same order is already waiting, that one is
 * returned; a payment in a coin may be attached to it. With a `quoteId` the payment has the quote's amount and owner.
 */
export const createTransaction = endpoint('createTransaction', 'POST /api/users/:id/transactions', {
  summary: 'Submit a purchase of credit, or place an order',
  body: z.object({
    type: z.enum(['credit_purchase', 'reseller_package', 'voice_package'], {
      error: 'Type must be credit_purchase, reseller_package or voice_package',
    }),
    amount: z
      .union([z.string(), z.number()], { error: faultText('coinMissing') })
      .pipe(amountInput)
      .nullish(),
    description: line(200).optional(),
    status: z.literal('pending', { error: 'A new transaction is always pending' }).optional(),
    cryptocurrency: z.enum(COIN_IDS, { error: faultText('coinMissing') }).nullish(),
    cryptoAmount: z.union([z.string().max(60), z.number()]).nullish(),
    walletAddress: z.string().max(200).nullish(),
    transactionHash: hashInput.nullish(),
    /** The index of the customer's own output, if one transaction pays several customers, as those of exchanges do. */
    outputIndex: outputIndexInput.nullish(),
    receiptImageUrl: receiptPath.nullish(),
    quoteId: uuid.nullish(),
    settlesTransactionId: uuid.nullish(),
    resellerPackage: z.enum(RESELLER_PLAN_IDS).nullish(),
    voicePackageId: uuid.nullish(),
  }),
  status: 201,
  response: transaction,
  idempotent: true,
  errors: ['duplicate_transaction_hash', 'not_allowed_now', 'already_subscribed'],
});

export const listOrders = endpoint('listOrders', 'GET /api/users/:id/orders', {
  summary: 'Orders that wait for payment or its verification, newest first',
  response: z.array(transaction),
});

/**
 * `price` is the price that the customer saw; if absent, the order's last price. If the price has changed since,
 * nothing is charged: 409 `price_changed`, with the new `price`.
 */
export const payOrder = endpoint('payOrder', 'POST /api/users/:id/transactions/:transactionId/pay', {
  summary: 'Pay an order from the balance',
  body: z.object({ price: amountInput.optional() }).optional(),
  response: transaction,
  idempotent: true,
  errors: ['already_processed', 'not_allowed_now', 'already_subscribed', 'price_changed', 'insufficient_credits'],
});

/** Refused once a payment in a coin is attached: an administrator decides about that payment. */
export const cancelOrder = endpoint('cancelOrder', 'POST /api/users/:id/transactions/:transactionId/cancel', {
  summary: 'Cancel an order that is not paid',
  response: transaction,
  idempotent: true,
  errors: ['already_processed', 'not_allowed_now'],
});
