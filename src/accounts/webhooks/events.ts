import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';
import { deliveryStatus } from './contract.ts';

export const webhookDeliveryEvent = eventKind(
  'webhook-delivery',
  z.object({ at: isoTime, id: uuid, userId: uuid, webhookId: uuid, status: deliveryStatus }),
  ['owner'],
);
