import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, uuid } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

/** Shorter texts would find everything. */
export const SHORTEST_SEARCH = 3;

const found = z.object({
  kind: z.enum(['user', 'payment', 'number', 'message', 'call', 'conversation']),
  id: uuid,
  /** The account to which it belongs. */
  userId: uuid,
  email: z.string(),
  /** A name, an amount in pounds or a telephone number. */
  title: z.string(),
  /** The state of a payment, message or call, or an account's company. */
  detail: z.string().nullable(),
  at: isoTime,
});
export type Found = z.infer<typeof found>;

/** Accounts by name, address, company or id; payments by hash or id; messages, calls and numbers by id; telephone numbers in E.164. */
export const searchEverything = endpoint('searchEverything', 'GET /api/admin/search', {
  duties: ['support', 'finance'],
  summary: 'What a text means: accounts, payments, numbers, messages and calls, a few of each',
  query: z.object({ q: line(120).min(SHORTEST_SEARCH) }),
  response: z.array(found),
});
