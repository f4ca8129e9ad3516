import { z } from 'zod';
import { email } from '../../callers/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, money2 } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Accounts');

/** The obstacles to closing an account; the first one that applies is shown first. */
export const OBSTACLES = [
  ...['last_administrator', 'customers', 'owed', 'payments', 'reversals', 'orders', 'messages', 'calls', 'numbers'],
  'ports',
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export const getClosing = endpoint('getClosing', 'GET /api/auth/closing', {
  access: 'session',
  summary: 'What closing the own account would end and give up, and what keeps it from being closed',
  response: z.object({
    /** The balance that is lost. */
    balance: money2,
    obstacles: z.array(z.object({ kind: z.enum(OBSTACLES), count: z.number().int() })),
    /** Numbers that will no longer be renewed; they end with the month that is paid. */
    numbers: z.number().int(),
    /** For this many days the owner can undo the closing. */
    undoDays: z.number().int(),
  }),
});

export const closeAccount = endpoint('closeAccount', 'POST /api/auth/closing', {
  access: 'session',
  summary: 'Close the own account: sign-ins, keys, factors and webhooks end at once, and a mail can undo it',
  body: z.object({
    /** The account's own address, typed to confirm. */
    email,
    /** The balance to give up, as it was shown; `0.00` if there is none. */
    givesUp: money2,
  }),
  /** When the personal data is erased. */
  response: z.object({ eraseAt: isoTime }),
  errors: ['not_allowed_now'],
});
