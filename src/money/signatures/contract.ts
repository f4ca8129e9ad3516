import { z } from 'zod';
import { COIN_IDS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Payments');

/** Longer than any signature that is understood. */
const LONGEST_SIGNATURE = 1000;
const LONGEST_ADDRESS = 100;

/** That somebody who holds an address has signed for a payment. */
export const paymentSignature = z.object({
  address: z.string(),
  at: isoTime,
  /** The chain shows that the address sent the payment; only then it says whose the payment is. */
  sent: z.boolean(),
});
export type PaymentSignature = z.infer<typeof paymentSignature>;

const signing = z.object({
  /** The text to sign, letter by letter. */
  message: z.string(),
  cryptocurrency: z.enum(COIN_IDS),
  /** The payment still waits for a decision: afterwards no signature is taken. */
  open: z.boolean(),
  /** The addresses that sent it; empty until the chain has shown them. */
  senders: z.array(z.string()),
  signatures: z.array(paymentSignature),
});
export type Signing = z.infer<typeof signing>;

export const signatureBody = z.object({
  address: line(LONGEST_ADDRESS).min(1, faultText('addressMissing')),
  /** Wallets break a long line. */
  signature: z
    .string()
    .max(LONGEST_SIGNATURE, faultText('tooLong', { limit: LONGEST_SIGNATURE }))
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().min(1, faultText('signatureMissing'))),
});

export const getSigning = endpoint('getSigning', 'GET /api/users/:id/transactions/:transactionId/signatures', {
  duties: ['support', 'finance'],
  summary: 'The text by which a payment’s sender shows whose it is',
  response: signing,
});

/**
 * Signed with the address that sent the payment, in a form of its wallet: on Bitcoin `signmessage` (BIP-137) or BIP-322
 * (simple), on Ethereum EIP-191, on TRON TIP-191 (`signMessageV2`), on Solana the text's bytes alone or as an off-chain
 * message.
 */
export const signPayment = endpoint('signPayment', 'POST /api/users/:id/transactions/:transactionId/signatures', {
  summary: 'Show by a signed text that a payment is one’s own',
  body: signatureBody,
  status: 201,
  response: signing,
  idempotent: true,
  errors: ['already_processed', 'not_allowed_now'],
});
