import { z } from 'zod';
import { PRICED_SUBJECTS, RATED_SERVICES } from '../../../db/enums.ts';
import { accountLink, accountLinkSent, user } from '../../callers/contract.ts';
import { transaction } from '../../money/payments/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { amountInput, isoTime, line, money2, uuid } from '../../platform/kit/schemas.ts';
import { accountPriceBody } from '../../callers/approvals/contract.ts';
import { requestPreview } from '../requests/contract.ts';

const { endpoint } = endpointsFor('Administration');

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

export const getNotes = endpoint('getNotes', 'GET /api/admin/users/:id/notes', {
  duties: ['support'],
  summary: 'What administrators noted of an account, and its tags',
  response: z.object({ ...notes, updatedAt: isoTime.nullable() }),
});

export const setNotes = endpoint('setNotes', 'PUT /api/admin/users/:id/notes', {
  duties: ['support'],
  summary: 'Note something of an account for other administrators; its owner does not see it',
  body: z.object(notes),
  response: z.object({ ...notes, updatedAt: isoTime.nullable() }),
});

export const sendAccountLink = endpoint('sendAccountLink', 'POST /api/admin/users/:id/links', {
  access: 'admin-session',
  duties: ['support'],
  summary: 'Mail the owner of an account a link to choose a password',
  body: accountLink,
  status: 201,
  response: accountLinkSent,
  errors: ['not_allowed_now', 'rate_limited'],
});

export const setSeesCustomers = endpoint('setSeesCustomers', 'PUT /api/admin/users/:id/sees-customers', {
  access: 'admin-session',
  summary: 'Say whether the contract of a reseller lets it see the accounts of its customers, read only',
  body: z.object({ allowed: z.boolean() }),
  response: user,
  errors: ['not_allowed_now'],
});

export const refundCharge = endpoint('refundCharge', 'POST /api/admin/users/:id/transactions/:transactionId/refund', {
  duties: ['support'],
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

export const closeForOwner = endpoint('closeForOwner', 'POST /api/admin/users/:id/closing', {
  access: 'admin-session',
  summary: 'Close an account as its owner asked: a mail can undo it',
  body: z.object({
    /** The balance that is given up, as it was shown. */
    givesUp: money2,
  }),
  response: user,
  errors: ['not_allowed_now'],
});

const subject = z.enum(PRICED_SUBJECTS);
const named = z.object({ id: uuid, name: z.string() });

export const getAccountPrices = endpoint('getAccountPrices', 'GET /api/admin/users/:id/prices', {
  duties: ['support', 'finance', 'carriers'],
  summary: 'What one account pays apart from everybody else: what holds, what is announced, and what was',
  response: z.object({
    prices: z.array(
      z.object({
        subject,
        /** A share of the standard price; with no list either, the price of everybody. */
        percent: z.number().int().nullable(),
        deck: named.nullable(),
        holdsFrom: isoTime,
        setAt: isoTime,
        /** The address of the administrator, where the account is still there. */
        setBy: z.string().nullable(),
      }),
    ),
    /** The lists that it could pay by. */
    decks: z.array(named.extend({ service: z.enum(RATED_SERVICES) })),
  }),
});

export const setAccountPrice = endpoint('setAccountPrice', 'PUT /api/admin/users/:id/prices/:subject', {
  access: 'admin-session',
  duties: ['carriers'],
  summary: 'Set what one account pays from a time on; what is dearer for somebody is announced a day before',
  params: z.object({ id: uuid, subject }),
  body: accountPriceBody,
  response: z.object({ holdsFrom: isoTime }),
  errors: ['not_allowed_now', 'approval_needed'],
});

export const previewAccountPrice = endpoint(
  'previewAccountPrice',
  'POST /api/admin/users/:id/prices/:subject/preview',
  {
    access: 'admin-session',
    duties: ['carriers'],
    summary: 'From when a price for one account would hold, and the letters that it would bring',
    params: z.object({ id: uuid, subject }),
    body: accountPriceBody,
    response: requestPreview.extend({ holdsFrom: isoTime }),
    errors: ['not_allowed_now'],
  },
);

export const withdrawAccountPrice = endpoint('withdrawAccountPrice', 'DELETE /api/admin/users/:id/prices/:subject', {
  access: 'admin-session',
  duties: ['carriers'],
  summary: 'Take back the price that is announced for one account',
  params: z.object({ id: uuid, subject }),
  errors: ['not_allowed_now'],
});
