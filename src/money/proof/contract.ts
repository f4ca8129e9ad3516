import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, namedObject, uuid } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

/** A violation of a rule of money. */
export const bookDifference = z.object({
  /** The rule of money that is violated, and the id of the row that violates it. */
  rule: z.string(),
  subject: z.string(),
  /** The account that the money belongs to, if it is known. */
  account: z.object({ id: uuid, email: z.string() }).nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  foundAt: isoTime,
});

export const books = namedObject('Books', {
  /** False while a difference is known: no margins are paid and no payment is verified. */
  sound: z.boolean(),
  /** When new entries were last proved, and how many they were; null before the first time. */
  recent: z.object({ at: isoTime, entries: z.number().int() }).nullable(),
  /** The proof of everything: when the last pass ended, and when the present one began. */
  whole: z.object({ finishedAt: isoTime.nullable(), underWaySince: isoTime.nullable() }).nullable(),
  /** The newest first, at most 100. */
  differences: z.array(bookDifference),
});
export type Books = z.infer<typeof books>;

export const getBooks = endpoint('getBooks', 'GET /api/admin/books', {
  duties: ['finance'],
  summary: 'When the books were last proved, and what does not add up',
  response: books,
  errors: [],
});
