import { z } from 'zod';
import { COIN_IDS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, money2, pageQuery, person, uuid } from '../../platform/kit/schemas.ts';
import { transaction } from '../payments/contract.ts';

const { endpoint, pagedList } = endpointsFor('Administration');

/** How often an address is looked at: blocks come every few seconds to minutes. */
export const LOOK_EVERY_MS = 10_000;

/** An address of ours that the watcher looks at. */
const wallet = z.object({
  cryptocurrency: z.enum(COIN_IDS),
  address: z.string(),
  /** When it was last looked at up to the end of its chain; null before the first time. */
  lookedAt: isoTime.nullable(),
  /** `failing`: no endpoint answers; `stalled`: the endpoint has shown no new block for long. */
  state: z.enum(['watching', 'failing', 'stalled']),
  /** Why the last look failed. */
  fault: z.string().nullable(),
});
export type WatchedWallet = z.infer<typeof wallet>;

export const listWallets = endpoint('listWallets', 'GET /api/admin/wallets', {
  duties: ['finance'],
  summary: 'The addresses at which payments are found by themselves',
  response: z.array(wallet),
});

/** A quote for about as much as arrived; at a customer's own address perhaps in another coin. */
const nearQuote = z.object({
  quoteId: uuid,
  cryptocurrency: z.enum(COIN_IDS),
  user: person,
  amount: money2,
  cryptoAmount: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime,
});

const unclaimedTransfer = z.object({
  id: uuid,
  cryptocurrency: z.enum(COIN_IDS),
  /** In the coin, a decimal string. */
  amount: z.string(),
  address: z.string(),
  transactionHash: z.string(),
  outputIndex: z.number().int().nullable(),
  explorerUrl: z.string().nullable(),
  seenAt: isoTime,
  blockTime: isoTime.nullable(),
  confirmations: z.number().int(),
  /** Quotes that nobody has paid in full, the nearest amount first. */
  nearest: z.array(nearQuote),
});
export type UnclaimedTransfer = z.infer<typeof unclaimedTransfer>;

export const listUnclaimed = pagedList('listUnclaimed', '/api/admin/unclaimed-transfers', {
  duties: ['finance'],
  summary: 'What arrived at our addresses and belongs to no payment, newest first',
  query: pageQuery,
  row: unclaimedTransfer,
});

const reason = line(500).min(1, faultText('reasonMissing'));

/**
 * Makes it the payment of a quote, or a further payment of one that was paid in part. It waits for verification like any other, and its
 * evidence says what differs.
 */
export const attachTransfer = endpoint('attachTransfer', 'POST /api/admin/unclaimed-transfers/:transferId/attach', {
  duties: ['finance'],
  summary: 'Attach an unclaimed transfer to a quote',
  body: z.object({ quoteId: uuid, reason }),
  response: z.object({ transaction: transaction }),
  idempotent: true,
  errors: ['already_processed', 'not_allowed_now'],
});

/** It is no customer's payment: it leaves the list. A customer who submits its hash still has a payment. */
export const dismissTransfer = endpoint('dismissTransfer', 'POST /api/admin/unclaimed-transfers/:transferId/dismiss', {
  duties: ['finance'],
  summary: 'Take a transfer that is no payment off the list',
  body: z.object({ reason }),
  idempotent: true,
  errors: ['already_processed'],
});
