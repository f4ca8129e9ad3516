import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money2, person, uuid } from '../../platform/kit/schemas.ts';
import { outputIndexInput, transactionStatus } from '../payments/contract.ts';
import { paymentSignature } from '../signatures/contract.ts';
import { REASONS, SCREENING_VERDICTS, VERDICTS } from '../../../db/enums.ts';

const { endpoint } = endpointsFor('Administration');

/** For this many days after its quote was made, a payment counts as made for the quote. */
export const PAID_WITHIN_DAYS = 7;

export type Verdict = (typeof VERDICTS)[number];

const evidenceOutput = z.object({
  /** From 0. */
  index: z.number().int(),
  /** In the coin, a decimal string. */
  amount: z.string(),
});

/** The quote whose amount arrived, or that asks for a little more. */
const owner = z.object({
  quoteId: uuid,
  user: person,
  /** The payment made with that quote, if there is one. */
  transactionId: uuid.nullable(),
});
export type Owner = z.infer<typeof owner>;

/** Another payment with the same claim. */
const claimant = z.object({
  transactionId: uuid,
  user: person,
  createdAt: isoTime,
  /** The amount that they should have paid, in the coin. */
  cryptoAmount: z.string(),
  /** When its customer was asked for that amount; null if there was no quote. */
  quotedAt: isoTime.nullable(),
  /** The chain's verdict on their payment; null if it was never looked up. */
  verdict: z.enum(VERDICTS).nullable(),
  /** Its customer has signed with the address that sent it. */
  signed: z.boolean(),
});
export type Claimant = z.infer<typeof claimant>;

export const evidence = z.object({
  /** The hash that was looked up. */
  transactionHash: z.string(),
  /** The index of the output or log that this is about; null if it is not known. */
  outputIndex: z.number().int().nullable(),
  /** Each output that reached our address, with the payment that it counts for. */
  outputs: z.array(evidenceOutput.extend({ usedBy: uuid.nullable() })),
  /** These addresses sent it, as the chain writes them; empty where that is not known. */
  senders: z.array(z.string()),
  verdict: z.enum(VERDICTS),
  reasons: z.array(z.enum(REASONS)),
  /** When it was first seen on the chain; null if it is not there. */
  foundAt: isoTime.nullable(),
  confirmations: z.number().int(),
  /** For a chain that says "final" and does not count: 0 or 1 of 1. */
  confirmationsWanted: z.number().int(),
  /** The amount that reached our address, in the coin; null if it is not known. */
  arrived: z.string().nullable(),
  /** The amount due in the coin, with all decimal places of the coin. */
  due: z.string(),
  /** The value of what arrived, at the payment's own rate. */
  arrivedValue: money2.nullable(),
  /** The contract of the expected token; null for a chain's own coin. */
  contract: z.string().nullable(),
  blockTime: isoTime.nullable(),
  /** The quote of another payment whose amount arrived, or another customer's that it may have paid less a fee. */
  belongsTo: owner.nullable(),
  /** A decided payment that was made with the same output. */
  usedBefore: z.object({ transactionId: uuid, status: transactionStatus, createdAt: isoTime }).nullable(),
  /** When an endpoint last answered, and its host name. */
  checkedAt: isoTime.nullable(),
  source: z.string().nullable(),
  /** Why the last lookup failed; the result of an earlier one is kept. */
  fault: z.string().nullable(),
});
export type Evidence = z.infer<typeof evidence>;

const paymentEvidence = z.object({
  /** An endpoint of the chain is configured. */
  configured: z.boolean(),
  /** The setting that names the chain's endpoints. */
  setting: z.string(),
  /** When the customer got the quote, and until when it held; null if there was no quote. */
  quoted: z.object({ at: isoTime, until: isoTime }).nullable(),
  /**
   * For a payment that its chain did not show before the end of its price: when it first did, the credit that was agreed,
   * and what the coins are worth today.
   */
  late: z.object({ paidAt: isoTime.nullable(), until: isoTime, quotedValue: money2, todaysValue: money2 }).nullable(),
  /** Other payments with the same claim that wait for a decision, oldest first. */
  claimants: z.array(claimant),
  /** The addresses with which its customer has signed, the first one first. */
  signatures: z.array(paymentSignature),
  /** The screening service's answer about its senders; null where none is configured. */
  screening: z
    .object({
      /** `unanswered`: not asked yet, or it did not answer; then an administrator decides without it. */
      verdict: z.enum(SCREENING_VERDICTS),
      reason: z.string().nullable(),
      askedAt: isoTime.nullable(),
    })
    .nullable(),
  /** Null if it was never looked up. */
  evidence: evidence.nullable(),
});
export type PaymentEvidence = z.infer<typeof paymentEvidence>;

export const getPaymentEvidence = endpoint('getPaymentEvidence', 'GET /api/admin/payments/:transactionId/evidence', {
  duties: ['support', 'finance'],
  summary: 'What the chain says of a payment',
  response: paymentEvidence,
});

/** With another hash than the payment's own, the result is answered but not stored. */
export const checkPaymentEvidence = endpoint(
  'checkPaymentEvidence',
  'POST /api/admin/payments/:transactionId/evidence',
  {
    duties: ['finance'],
    summary: 'Look a payment up on its chain now',
    body: z.object({ transactionHash: line(200).nullish(), outputIndex: outputIndexInput.nullish() }),
    response: paymentEvidence,
  },
);
