import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { amountInput, isoTime, line, money2, namedObject, uuid } from '../../../platform/kit/schemas.ts';
import { COIN_IDS } from '../../../../db/enums.ts';
import { priceSource } from '../../rates/contract.ts';
import { faultText } from '../../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Payments');

/** The amount to pay in a coin for an amount in pounds, and the address, for a limited time. */
export const quote = namedObject('Quote', {
  id: uuid,
  userId: uuid,
  amount: money2,
  cryptocurrency: z.enum(COIN_IDS),
  /** In the coin, with 8 places. No other quote for the address of the last seven days has this amount. */
  cryptoAmount: z.string(),
  /** Coin per pound. */
  rate: z.string(),
  /** The sources of the rate and their prices: pounds for one coin. */
  rateSources: z.array(priceSource),
  walletAddress: z.string(),
  /** No other customer has this address: then the address, and not the amount, says whose payment it is. */
  ownAddress: z.boolean(),
  /** The content of the QR code for a wallet; on TRON, which has no standard for it, only the address. */
  paymentUri: z.string(),
  /** `used` once a waiting or verified payment was made with it. */
  status: z.enum(['open', 'expired', 'used']),
  /** That payment. */
  transactionId: uuid.nullable(),
  /** The order that the payment is meant for; null: it becomes credit. */
  settlesTransactionId: uuid.nullable(),
  /** Its customer's own words for the payment; empty without any. */
  description: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type Quote = z.infer<typeof quote>;

/**
 * Either the address is the customer's own, or the coin amount differs in its last digits from that of every other
 * quote, so that one of the two shows whose payment it is. Pay exactly this amount. If the coin is `watched`, the payment is found by itself; otherwise, or to be sure, submit
 * it with the quote's id as `quoteId`.
 */
export const createQuote = endpoint('createQuote', 'POST /api/users/:id/quotes', {
  summary: 'Ask what to pay in a coin, and where to',
  body: z.object({
    amount: z.union([z.string(), z.number()], { error: faultText('coinMissing') }).pipe(amountInput),
    cryptocurrency: z.enum(COIN_IDS, { error: faultText('coinMissing') }),
    settlesTransactionId: uuid.nullish(),
    /** The payment's own words, such as the reference of an order of yours; a top-up's invoice has them. */
    description: line(200).optional(),
  }),
  status: 201,
  response: quote,
  idempotent: true,
  errors: ['not_allowed_now'],
});

export const listQuotes = endpoint('listQuotes', 'GET /api/users/:id/quotes', {
  summary: 'Quotes that are open, newest first',
  response: z.array(quote),
});

export const getQuote = endpoint('getQuote', 'GET /api/users/:id/quotes/:quoteId', {
  summary: 'A quote, open or not',
  response: quote,
});
