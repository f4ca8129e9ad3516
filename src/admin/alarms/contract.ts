import { z } from 'zod';
import { ALARMS } from '../../../db/enums.ts';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

export const alarm = z.object({
  alarm: z.enum(ALARMS),
  /** A carrier, a coin, a destination, a task; empty where there is one of it. */
  subject: z.string(),
  /** Of the metric that raised it: a number of things, or seconds. */
  value: z.number(),
  raisedAt: isoTime,
});
export type RaisedAlarm = z.infer<typeof alarm>;

export const listAlarms = endpoint({
  name: 'listAlarms',
  method: 'GET',
  path: '/api/admin/alarms',
  access: 'admin',
  tag: 'Administration',
  summary:
    'What is wrong at the moment and needs an operator: each cause, since when, and the value that raised it',
  status: 200,
  response: z.array(alarm),
});
