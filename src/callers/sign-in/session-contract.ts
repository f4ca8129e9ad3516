import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Sign-in');

export const openSession = z.object({
  id: uuid,
  /** The browser reports them: names of products, the same in every language. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  address: z.string().nullable(),
  createdAt: isoTime,
  /** To five minutes. */
  lastUsedAt: isoTime,
  /** The session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint('listSessions', 'GET /api/users/:id/sessions', {
  access: 'owner-session',
  summary: 'Where an account is signed in',
  response: z.array(openSession),
});

export const endSession = endpoint('endSession', 'DELETE /api/users/:id/sessions/:sessionId', {
  access: 'owner-session',
  summary: 'Sign an account out in one place',
});

export const endOtherSessions = endpoint('endOtherSessions', 'DELETE /api/users/:id/sessions', {
  access: 'owner-session',
  summary: 'Sign an account out everywhere but here; with `keys=revoke` its API keys end as well',
  query: z.object({ keys: z.enum(['keep', 'revoke']).default('keep') }),
});
