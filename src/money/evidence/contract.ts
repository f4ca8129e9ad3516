import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money2, uuid } from '../../platform/kit/schemas.ts';
import { outputIndexInput, person, transactionStatus } from '../payments/contract.ts';
import { REASONS, VERDICTS } from '../../../db/enums.ts';

export type Verdict = (typeof VERDICTS)[number];

const evidenceOutput = z.object({
  /** From 0. */
  index: z.number().int(),
  /** In the coin, a decimal string. */
  amount: z.string(),
});

/** Whose amount it is that arrived. */
const owner = z.object({
  quoteId: uuid,
  user: person,
  /** The payment made with that quote, if there is one. */
  transactionId: uuid.nullable(),
});
export type Owner = z.infer<typeof owner>;

/** Somebody else who says that a payment is theirs. */
const claimant = z.object({
  transactionId: uuid,
  user: person,
  createdAt: isoTime,
  /** What they should have paid, in the coin. */
  cryptoAmount: z.string(),
  /** When they were asked for it; null where they were not. */
  quotedAt: isoTime.nullable(),
  /** What the chain says of their payment; null where nobody has looked. */
  verdict: z.enum(VERDICTS).nullable(),
});
export type Claimant = z.infer<typeof claimant>;

export const evidence = z.object({
  /** The hash that was looked up. */
  transactionHash: z.string(),
  /** Which output, or which log, of it this is about; null where that is not known. */
  outputIndex: z.number().int().nullable(),
  /** Each that reached our address, with the payment that it counts for. */
  outputs: z.array(evidenceOutput.extend({ usedBy: uuid.nullable() })),
  verdict: z.enum(VERDICTS),
  reasons: z.array(z.enum(REASONS)),
  /** When it was first seen on the chain; null where it is not there. */
  foundAt: isoTime.nullable(),
  confirmations: z.number().int(),
  /** A chain that says "final" instead of counting counts as 0 or 1 of 1. */
  confirmationsWanted: z.number().int(),
  /** What reached our address, in the coin; null where that is not known. */
  arrived: z.string().nullable(),
  /** What should have: the amount due, in as many places as the coin has. */
  due: z.string(),
  /** What arrived is worth so much at the payment's own rate. */
  arrivedValue: money2.nullable(),
  /** Of the token that was looked for; null for a chain's own coin. */
  contract: z.string().nullable(),
  blockTime: isoTime.nullable(),
  /** Whose amount it is that arrived, where that is another payment's. */
  belongsTo: owner.nullable(),
  /** A decided payment that was made with the same output. */
  usedBefore: z.object({ transactionId: uuid, status: transactionStatus, createdAt: isoTime }).nullable(),
  /** When an endpoint last answered, and its host name. */
  checkedAt: isoTime.nullable(),
  source: z.string().nullable(),
  /** Why the last lookup failed; what an earlier one found stays. */
  fault: z.string().nullable(),
});
export type Evidence = z.infer<typeof evidence>;

const paymentEvidence = z.object({
  /** Whether an endpoint of the chain is configured. */
  configured: z.boolean(),
  /** The setting that names the chain's endpoints. */
  setting: z.string(),
  /** When the customer was asked for it, and until when that held; null where they were not asked before. */
  quoted: z.object({ at: isoTime, until: isoTime }).nullable(),
  /** Where it came after its price had ended: what it was to be credited with, and what it is worth today. */
  late: z.object({ paidAt: isoTime, until: isoTime, quotedValue: money2, todaysValue: money2 }).nullable(),
  /** Others who say that it is theirs and wait for a decision, the first of them first. */
  claimants: z.array(claimant),
  /** Null where nobody has looked yet. */
  evidence: evidence.nullable(),
});
export type PaymentEvidence = z.infer<typeof paymentEvidence>;

const paymentParams = z.object({ transactionId: uuid });

export const getPaymentEvidence = endpoint({
  name: 'getPaymentEvidence',
  method: 'GET',
  path: '/api/admin/payments/:transactionId/evidence',
  access: 'admin',
  tag: 'Administration',
  summary: 'What the chain says of a payment',
  params: paymentParams,
  status: 200,
  response: paymentEvidence,
  errors: ['not_found'],
});

/** With another hash than the payment's own, what it finds is answered and not kept. */
export const checkPaymentEvidence = endpoint({
  name: 'checkPaymentEvidence',
  method: 'POST',
  path: '/api/admin/payments/:transactionId/evidence',
  access: 'admin',
  tag: 'Administration',
  summary: 'Look a payment up on its chain now',
  params: paymentParams,
  body: z.object({ transactionHash: line(200).nullish(), outputIndex: outputIndexInput.nullish() }),
  status: 200,
  response: paymentEvidence,
  errors: ['not_found'],
});
