import { z } from 'zod';
import { KEPT_FOR_DAYS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

/** The count stops at this number. */
export const MOST_DUE = 10_000;

export const retention = z.object({
  what: z.enum(KEPT_FOR_DAYS),
  /** The number of days in the settings. */
  days: z.number().int(),
  /** How many rows are older and still there, counted up to `MOST_DUE`. */
  due: z.number().int(),
  /** When it was last swept; null: never. */
  sweptAt: isoTime.nullable(),
  /** How many rows the last sweep that found any removed. */
  removed: z.number().int(),
});
export type Retention = z.infer<typeof retention>;

export const listRetention = endpoint('listRetention', 'GET /api/admin/retention', {
  summary: 'For how many days texts, recordings, receipts and logs of webhooks are kept, and what is due',
  response: z.array(retention),
});
