import { z } from 'zod';
import { endpoint } from '../../../platform/kit/endpoint.ts';
import { named } from '../../../platform/kit/named-schemas.ts';
import { amountInput, isoTime, money2, userParams, uuid } from '../../../platform/kit/schemas.ts';
import { COIN_IDS, RATE_SOURCES } from '../../../../db/enums.ts';
import { faultText } from '../../../platform/kit/faults.ts';

const tag = 'Payments';

/** What to pay in a coin for an amount in pounds, and where to, for a time. */
export const quote = named(
  'Quote',
  z.object({
    id: uuid,
    userId: uuid,
    amount: money2,
    cryptocurrency: z.enum(COIN_IDS),
    /** In the coin, with 8 places: no other quote of the last seven days has the same. */
    cryptoAmount: z.string(),
    /** Coin per pound. */
    rate: z.string(),
    /** Who said so, and what they did: pounds for one coin. */
    rateSources: z.array(
      z.object({ source: z.enum([...RATE_SOURCES, 'fixed']), price: z.string().nullable() }),
    ),
    walletAddress: z.string(),
    /** What a wallet reads from a QR code; on TRON, which has no such form, the address. */
    paymentUri: z.string(),
    /** `used` once a payment that waits or counts was made with it. */
    status: z.enum(['open', 'expired', 'used']),
    /** That payment. */
    transactionId: uuid.nullable(),
    createdAt: isoTime,
    expiresAt: isoTime,
  }),
);
export type Quote = z.infer<typeof quote>;

/**
 * The coin amount differs in its last digits from that of every other quote, so that a payment of it says
 * whose it is. Pay exactly that, then name the quote as `quoteId` where the payment is submitted.
 */
export const createQuote = endpoint({
  name: 'createQuote',
  method: 'POST',
  path: '/api/users/:id/quotes',
  access: 'owner',
  tag,
  summary: 'Ask what to pay in a coin, and where to',
  params: userParams,
  body: z.object({
    amount: z.union([z.string(), z.number()], { error: faultText('coinMissing') }).pipe(amountInput),
    cryptocurrency: z.enum(COIN_IDS, { error: faultText('coinMissing') }),
  }),
  status: 201,
  response: quote,
  idempotent: true,
  errors: ['not_found', 'not_allowed_now'],
});

export const listQuotes = endpoint({
  name: 'listQuotes',
  method: 'GET',
  path: '/api/users/:id/quotes',
  access: 'owner',
  tag,
  summary: 'Quotes that are open, newest first',
  params: userParams,
  status: 200,
  response: z.array(quote),
  errors: ['not_found'],
});

export const getQuote = endpoint({
  name: 'getQuote',
  method: 'GET',
  path: '/api/users/:id/quotes/:quoteId',
  access: 'owner',
  tag,
  summary: 'A quote, open or not',
  params: userParams.extend({ quoteId: uuid }),
  status: 200,
  response: quote,
  errors: ['not_found'],
});
