import { z } from 'zod';
import { user } from '../../callers/contract.ts';
import { transaction } from '../../money/payments/contract.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { amountInput, isoTime, line, money2 } from '../../platform/kit/schemas.ts';

const tag = 'Administration';

export const MAX_TAGS = 10;
export const MAX_TAG = 30;
export const MAX_NOTE = 2000;

const notes = {
  note: z
    .string()
    .trim()
    .max(MAX_NOTE, faultText('tooLong', { limit: MAX_NOTE })),
  tags: z.array(line(MAX_TAG).min(1)).max(MAX_TAGS),
};

export const getNotes = endpoint('GET /api/admin/users/:id/notes', {
  name: 'getNotes',
  access: 'admin',
  duties: ['support'],
  tag,
  summary: 'What administrators noted of an account, and its tags',
  response: z.object({ ...notes, updatedAt: isoTime.nullable() }),
});

export const setNotes = endpoint('PUT /api/admin/users/:id/notes', {
  name: 'setNotes',
  access: 'admin',
  duties: ['support'],
  tag,
  summary: 'Note something of an account for other administrators; its owner does not see it',
  body: z.object(notes),
  response: z.object({ ...notes, updatedAt: isoTime.nullable() }),
});

export const sendAccountLink = endpoint('POST /api/admin/users/:id/links', {
  name: 'sendAccountLink',
  access: 'admin-session',
  duties: ['support'],
  tag,
  summary: 'Mail the owner of an account a link to choose a password',
  body: z.object({ kind: z.enum(['invitation', 'reset_password']) }),
  status: 201,
  response: z.object({ sentTo: z.string() }),
  errors: ['not_allowed_now', 'rate_limited'],
});

export const refundCharge = endpoint('POST /api/admin/users/:id/transactions/:transactionId/refund', {
  name: 'refundCharge',
  access: 'admin',
  duties: ['support'],
  tag,
  summary: 'Give back a charge, or a part of it, at our expense',
  body: z.object({
    /** Pounds; if absent, all that was not given back yet. */
    amount: amountInput.nullish(),
    reason: line(500).min(3, faultText('reasonMissing')),
  }),
  status: 201,
  response: transaction,
  idempotent: true,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const closeForOwner = endpoint('POST /api/admin/users/:id/closing', {
  name: 'closeForOwner',
  access: 'admin-session',
  tag,
  summary: 'Close an account as its owner asked: a mail can undo it',
  body: z.object({
    /** The balance that is given up, as it was shown. */
    givesUp: money2,
  }),
  response: user,
  errors: ['not_allowed_now'],
});
