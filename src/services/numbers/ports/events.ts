import { z } from 'zod';
import { eventKind } from '../../../platform/events/kind.ts';
import { uuid } from '../../../platform/kit/schemas.ts';
import { numberPort } from './contract.ts';

/** Somebody asked to bring numbers from another carrier, or the state of such a request changed. */
export const portChangedEvent = eventKind('port-changed', ['owner', 'admins', 'support', 'webhooks'], {
  ...numberPort.pick({ numbers: true, countryCode: true, status: true, words: true, portsOn: true }).shape,
  userId: uuid,
  portId: z.string(),
});
