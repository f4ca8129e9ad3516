import { z } from 'zod';
import { eventKind } from '../../../platform/events/kind.ts';
import { isoTime, uuid } from '../../../platform/kit/schemas.ts';
import { numberPort } from './contract.ts';

/** Somebody asked to bring numbers from another carrier, or the state of such a request changed. */
export const portChangedEvent = eventKind(
  'port-changed',
  numberPort
    .pick({ numbers: true, countryCode: true, status: true, words: true, portsOn: true })
    .extend({ at: isoTime, userId: uuid, portId: z.string() }),
  ['owner', 'admins', 'support'],
  () => true,
);
