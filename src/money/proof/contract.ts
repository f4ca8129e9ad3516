import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { named } from '../../platform/kit/named-schemas.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** A place where the books do not add up. */
export const bookDifference = z.object({
  /** The rule of money that is broken, and the id of the row that breaks it. */
  rule: z.string(),
  subject: z.string(),
  /** Whose money it is, where that can be said. */
  account: z.object({ id: uuid, email: z.string() }).nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  foundAt: isoTime,
});

export const books = named(
  'Books',
  z.object({
    /** False while something is known not to add up: nothing is paid out and no payment is verified. */
    sound: z.boolean(),
    /** When what moved was last proved, and how many entries that were; null before the first time. */
    recent: z.object({ at: isoTime, entries: z.number().int() }).nullable(),
    /** The proof of everything: when the last one ended, and when the one under way began. */
    whole: z.object({ finishedAt: isoTime.nullable(), underWaySince: isoTime.nullable() }).nullable(),
    /** The newest first, at most 100. */
    differences: z.array(bookDifference),
  }),
);
export type Books = z.infer<typeof books>;

export const getBooks = endpoint({
  name: 'getBooks',
  method: 'GET',
  path: '/api/admin/books',
  access: 'admin',
  tag: 'Administration',
  summary: 'When the books were last proved, and what does not add up',
  status: 200,
  response: books,
  errors: [],
});
