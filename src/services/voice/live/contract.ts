import { z } from 'zod';
import { CALL_ORIGINS } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { isoTime, money4, namedObject, pageQuery, uuid } from '../../../platform/kit/schemas.ts';
import { callStatus } from '../contract.ts';

const { pagedList } = endpointsFor('Administration');

/** A call that has not ended, as administrators see it. */
export const liveCall = namedObject('LiveCall', {
  id: uuid,
  user: z.object({ id: uuid, email: z.string(), fullName: z.string(), company: z.string().nullable() }),
  origin: z.enum(CALL_ORIGINS),
  /** The number shown to the called person; for an incoming call the number that calls. */
  callerId: z.string(),
  destination: z.string(),
  status: callStatus,
  /** The carrier; null until one has the call. */
  provider: z.string().nullable(),
  /** The credit set aside for it and for its legs. */
  setAside: money4,
  /** The trunk minutes set aside for it. */
  packageMinutes: z.number().int(),
  /** It is ended after this many minutes. */
  maxMinutes: z.number().int(),
  hangUpRequested: z.boolean(),
  calledAt: isoTime,
  answeredAt: isoTime.nullable(),
});
export type LiveCall = z.infer<typeof liveCall>;

export const listLiveCalls = pagedList('listLiveCalls', '/api/admin/calls/live', {
  duties: ['support', 'carriers'],
  summary: 'The calls of all accounts that have not ended, newest first',
  query: pageQuery.extend({ origin: z.enum(CALL_ORIGINS).optional() }),
  row: liveCall,
});
