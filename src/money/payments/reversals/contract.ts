import { z } from 'zod';
import { user } from '../../../callers/contract.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { amountInput, isoTime, line, money2, namedObject, person, uuid } from '../../../platform/kit/schemas.ts';
import { transaction } from '../contract.ts';
import { faultText } from '../../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Administration');

/** A reversal of a verified payment. */
export const reversal = namedObject('PaymentReversal', {
  id: uuid,
  amount: money2,
  reason: z.string(),
  /** The payment's hash may be used again. */
  freesHash: z.boolean(),
  /** One administrator asked for it, and another one did it; the same where one is enough. */
  requestedBy: person,
  requestedAt: isoTime,
  decidedBy: person,
  decidedAt: isoTime,
  /** The transaction that took the credit back. */
  reversalTransactionId: uuid,
});
export type Reversal = z.infer<typeof reversal>;

export const listReversals = endpoint('listReversals', 'GET /api/admin/payments/:transactionId/reversals', {
  duties: ['support', 'finance'],
  summary: 'What was taken back of a payment, newest first',
  response: z.object({
    reversals: z.array(reversal),
    /** The sum that can still be taken back. */
    left: money2,
  }),
});

/**
 * Takes back a verified payment, or a part of it. The balance pays as far as it can. The rest becomes a debt: incoming
 * credit pays it first, and until then the account cannot spend.
 */
export const reversePayment = endpoint('reversePayment', 'POST /api/admin/payments/:transactionId/reversals', {
  duties: ['finance'],
  summary: 'Take back a payment that was verified wrongly',
  body: z.object({
    /** Pounds; if absent, all that is left. */
    amount: amountInput.nullish(),
    reason: line(500).min(3, faultText('reasonMissing')),
    /** The hash may be used again; only if the whole payment is reversed. */
    freesHash: z.boolean().default(false),
  }),
  status: 201,
  response: z.object({
    reversal,
    /** The transaction that took the credit back. */
    transaction,
    /** The customer afterwards. */
    user,
  }),
  idempotent: true,
  errors: ['not_allowed_now', 'approval_needed'],
});
