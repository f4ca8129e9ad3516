import { z } from 'zod';
import { ALARMS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

export const alarm = z.object({
  alarm: z.enum(ALARMS),
  /** A carrier, a coin, a destination, a task; empty where there is one of it. */
  subject: z.string(),
  /** The value of the metric that raised it: a number of things, or seconds. */
  value: z.number(),
  raisedAt: isoTime,
});
export type RaisedAlarm = z.infer<typeof alarm>;

export const listAlarms = endpoint('listAlarms', 'GET /api/admin/alarms', {
  duties: ['support', 'finance', 'carriers'],
  summary: 'What is wrong at the moment and needs an operator: each cause, since when, and the value that raised it',
  response: z.array(alarm),
});

/** The services that an alarm can call slow. */
export const SLOW_SERVICES = ['messages', 'calls', 'numbers', 'trunks', 'payments'] as const;

export const slowService = z.object({ service: z.enum(SLOW_SERVICES), since: isoTime });
export type SlowService = z.infer<typeof slowService>;

export const getStatus = endpoint('getStatus', 'GET /api/status', {
  access: 'public',
  tag: 'Accounts',
  summary: 'What is slow at the moment, for everybody to see',
  /** With `past` also what was slow in the last day: the newest time of each cause. */
  query: z.object({ past: z.enum(['true']).optional() }),
  response: z.array(slowService.extend({ until: isoTime.optional() })),
});
