import { z } from 'zod';
import { KEPT_FOR_DAYS } from '../../../db/enums.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** More than this many are not counted. */
export const MOST_DUE = 10_000;

export const retention = z.object({
  what: z.enum(KEPT_FOR_DAYS),
  /** As the settings say. */
  days: z.number().int(),
  /** How much is older and still there, counted up to `MOST_DUE`. */
  due: z.number().int(),
  /** When it was last swept; null: never yet. */
  sweptAt: isoTime.nullable(),
  /** How much the last sweep that found something has removed. */
  removed: z.number().int(),
});
export type Retention = z.infer<typeof retention>;

export const listRetention = endpoint({
  name: 'listRetention',
  method: 'GET',
  path: '/api/admin/retention',
  access: 'admin',
  tag: 'Administration',
  summary: 'For how many days texts, recordings, receipts and logs of webhooks are kept, and what is due',
  status: 200,
  response: z.array(retention),
});
