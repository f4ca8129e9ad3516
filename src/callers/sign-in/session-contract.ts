import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { isoTime, userParams, uuid } from '../../platform/kit/schemas.ts';

const tag = 'Sign-in';

export const openSession = z.object({
  id: uuid,
  /** The browser reports them: names of products, the same in every language. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  address: z.string().nullable(),
  createdAt: isoTime,
  /** To the hour. */
  lastUsedAt: isoTime,
  /** The session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/users/:id/sessions',
  access: 'owner-session',
  tag,
  summary: 'Where an account is signed in',
  params: userParams,
  status: 200,
  response: z.array(openSession),
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/users/:id/sessions/:sessionId',
  access: 'owner-session',
  tag,
  summary: 'Sign an account out in one place',
  params: userParams.extend({ sessionId: uuid }),
  status: 204,
  errors: ['not_found'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'owner-session',
  tag,
  summary: 'Sign an account out everywhere but here; with `keys=revoke` its API keys end as well',
  params: userParams,
  query: z.object({ keys: z.enum(['keep', 'revoke']).default('keep') }),
  status: 204,
  errors: ['not_found'],
});
