import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('Accounts');

export const undoClosing = endpoint('undoClosing', 'POST /api/auth/undo-closing', {
  access: 'public',
  summary: 'Open a closed account again with the link that was sent, before what is personal is erased',
  body: z.object({ token: z.string().max(200, 'This link is not one of ours') }),
  /** With `resetToken` the owner can choose a password; the former one no longer works. */
  response: z.object({ email: z.string(), resetToken: z.string() }),
  errors: ['invalid_link', 'bad_origin'],
});
