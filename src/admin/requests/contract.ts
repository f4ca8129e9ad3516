import { z } from 'zod';
import { agreedAnswer, approvalRequest } from '../../callers/approvals/contract.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { uuid } from '../../platform/kit/schemas.ts';

const tag = 'Administration';
const params = z.object({ requestId: uuid });

export const listRequests = endpoint({
  name: 'listRequests',
  method: 'GET',
  path: '/api/admin/requests',
  access: 'admin',
  tag,
  summary: 'What waits for a second administrator, newest first; never many',
  status: 200,
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

export const previewRequest = endpoint({
  name: 'previewRequest',
  method: 'GET',
  path: '/api/admin/requests/:requestId/preview',
  access: 'admin-session',
  tag,
  summary: 'Whom agreeing to a change of prices would write to, by how much these rise, and the letters',
  params,
  status: 200,
  response: requestPreview,
  errors: ['not_found', 'not_allowed_now'],
});

export const agreeToRequest = endpoint({
  name: 'agreeToRequest',
  method: 'POST',
  path: '/api/admin/requests/:requestId/agree',
  access: 'admin-session',
  tag,
  summary: 'Agree to what another administrator asked for: it is done',
  params,
  status: 200,
  response: agreedAnswer,
  idempotent: true,
  errors: ['not_found', 'not_allowed_now', 'insufficient_credits', 'email_taken'],
});

export const withdrawRequest = endpoint({
  name: 'withdrawRequest',
  method: 'DELETE',
  path: '/api/admin/requests/:requestId',
  access: 'admin-session',
  tag,
  summary: 'Withdraw or refuse a request that waits for a second administrator',
  params,
  status: 204,
  errors: ['not_found'],
});
