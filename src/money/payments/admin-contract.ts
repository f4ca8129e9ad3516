import { z } from 'zod';
import { user } from '../../callers/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { amountInput, line, orderedPageQuery, uuid } from '../../platform/kit/schemas.ts';
import { COIN_IDS } from '../../../db/enums.ts';
import { hashInput, outputIndexInput, paymentApproval, pendingPayment, transaction } from './contract.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint, pagedList } = endpointsFor('Administration');

export const listPendingPayments = pagedList('listPendingPayments', '/api/admin/pending-payments', {
  duties: ['support', 'finance'],
  summary: 'Payments waiting for verification',
  query: orderedPageQuery,
  row: pendingPayment,
});

export const countPendingPayments = endpoint('countPendingPayments', 'GET /api/admin/pending-payments/count', {
  duties: ['support', 'finance'],
  summary: 'How many payments wait for verification',
  response: z.object({ count: z.number().int() }),
});

/**
 * `amountReceived` or `cryptoAmountReceived` credits what arrived instead of what was due; a coin amount counts at the
 * payment's own rate. If the price of an order arrived, the order is granted, and any surplus is credited. If less
 * arrived, or the order can no longer be granted, `asCredit` makes the payment credit, and the order waits. Above the
 * configured amount the first administrator's call answers with `approval` and settles nothing: another administrator
 * has to decide the same.
 */
export const verifyPayment = endpoint('verifyPayment', 'POST /api/admin/verify-payment', {
  duties: ['finance'],
  summary: 'Verify a payment and credit it',
  body: z.object({
    transactionId: uuid,
    transactionHash: z.string({ error: faultText('hashMissing') }).pipe(hashInput.min(1, faultText('hashMissing'))),
    cryptocurrency: z.enum(COIN_IDS).nullish(),
    /** The index of the output; if absent, the one that the payment or its evidence names. */
    outputIndex: outputIndexInput.nullish(),
    /** The pounds that arrived, if not the amount due. */
    amountReceived: amountInput.nullish(),
    /** Or the amount of the coin that arrived, a decimal string. */
    cryptoAmountReceived: z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,18})?$/, faultText('coinAmount', { example: '0.0018' }))
      .nullish(),
    /** Credits an order's payment instead of granting the order. */
    asCredit: z.boolean().optional(),
    /** Why it is verified, for the audit log; required if the amount that arrived looks like another customer's. */
    reason: line(500).nullish(),
  }),
  response: z.object({
    transaction,
    user,
    /** Null once the payment is verified; otherwise it waits for a second administrator. */
    approval: paymentApproval
      .extend({
        /** Active administrators who can approve. */
        otherAdministrators: z.number().int(),
        /** The next step, in one sentence. */
        detail: z.string(),
      })
      .nullable(),
  }),
  idempotent: true,
  errors: ['not_found', 'already_processed', 'duplicate_transaction_hash', 'not_allowed_now', 'already_subscribed'],
});

export const takePayment = endpoint('takePayment', 'PUT /api/admin/payments/:transactionId/taken', {
  duties: ['finance'],
  summary: 'Take a waiting payment in hand, or leave it to others: all administrators see who looks into it',
  body: z.object({ taken: z.boolean() }),
  response: pendingPayment.pick({ taken: true }),
  errors: ['already_processed'],
});

export const rejectPayment = endpoint('rejectPayment', 'POST /api/admin/reject-payment', {
  duties: ['finance'],
  summary: 'Reject a payment',
  body: z.object({ transactionId: uuid, reason: line(500).nullish() }),
  response: z.object({ transaction }),
  idempotent: true,
  errors: ['not_found', 'already_processed'],
});
