import { z } from 'zod';
import { RATED_SERVICES } from '../../../db/enums.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money4, userParams } from '../../platform/kit/schemas.ts';

const tag = 'Customers';

/** What one destination costs; without a price list one line for all of them. */
export const rateLine = z.object({
  service: z.enum(RATED_SERVICES),
  /** The beginning of its numbers, without the plus; null where one price holds for all. */
  prefix: z.string().nullable(),
  name: z.string().nullable(),
  /** Of a part to one recipient, or of a minute; null where it is not sold. */
  rate: money4.nullable(),
  /** Once for each call. */
  fee: money4.nullable(),
  /** Seconds: what is begun of the first interval is paid whole, and of each that follows. */
  firstInterval: z.number().int().nullable(),
  nextInterval: z.number().int().nullable(),
  /** Another price that was announced, and from when it holds. */
  soonRate: money4.nullable(),
  soonFrom: isoTime.nullable(),
});
export type RateLine = z.infer<typeof rateLine>;

export const searchRates = endpoint({
  name: 'searchRates',
  method: 'GET',
  path: '/api/users/:id/destinations',
  access: 'owner',
  tag,
  summary: 'What destinations cost this account, by number, beginning or name',
  params: userParams,
  query: z.object({ search: line(60).default('') }),
  status: 200,
  response: z.object({
    /** What was searched, where it is a whole number. */
    number: z.string().nullable(),
    lines: z.array(rateLine),
    /** Of a whole number: why it is closed for this account, and how to open it. */
    closed: z.object({ sms: z.string().nullable(), voice: z.string().nullable() }),
  }),
  errors: ['not_found'],
});

export const exportRates = endpoint({
  name: 'exportRates',
  method: 'GET',
  path: '/api/users/:id/destinations.csv',
  access: 'owner',
  tag,
  summary: 'What all destinations cost this account, as CSV',
  params: userParams,
  produces: ['text/csv'],
  status: 200,
});
