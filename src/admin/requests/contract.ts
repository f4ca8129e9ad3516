import { z } from 'zod';
import { agreedAnswer, secondWord } from '../../callers/second-word/contract.ts';
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
  response: z.array(secondWord),
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
