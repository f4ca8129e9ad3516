import { z } from 'zod';
import { agreedAnswer, approvalRequest } from '../../callers/approvals/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('Administration');

export const listRequests = endpoint('listRequests', 'GET /api/admin/requests', {
  summary: 'What waits for a second administrator, newest first; never many',
  response: z.array(approvalRequest),
});

const announcement = z.object({
  /** How many accounts get the letter. */
  accounts: z.number().int(),
  /** The letter as the administrator would read it; the name of a brand and the language are each reader's. */
  subject: z.string(),
  paragraphs: z.array(z.string()),
  facts: z.array(z.tuple([z.string(), z.string()])),
});
export type Announcement = z.infer<typeof announcement>;

export const requestPreview = z.object({
  /** How many accounts get a letter. */
  accounts: z.number().int(),
  /** The greatest rise of a price by destination, in per cent; null where the letters say it or none rises. */
  greatestRise: z.number().nullable(),
  letters: z.array(announcement),
});

export const previewRequest = endpoint('previewRequest', 'GET /api/admin/requests/:requestId/preview', {
  access: 'admin-session',
  summary: 'Whom agreeing to a change of prices would write to, by how much these rise, and the letters',
  response: requestPreview,
  errors: ['not_allowed_now'],
});

export const agreeToRequest = endpoint('agreeToRequest', 'POST /api/admin/requests/:requestId/agree', {
  access: 'admin-session',
  summary: 'Agree to what another administrator asked for: it is done',
  response: agreedAnswer,
  idempotent: true,
  errors: ['not_allowed_now', 'insufficient_credits', 'email_taken'],
});

export const withdrawRequest = endpoint('withdrawRequest', 'DELETE /api/admin/requests/:requestId', {
  access: 'admin-session',
  summary: 'Withdraw or refuse a request that waits for a second administrator',
});
