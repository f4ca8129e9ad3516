import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import { deliveryStatus } from './contract.ts';

export const webhookDeliveryEvent = eventKind('webhook-delivery', ['owner'], {
  id: uuid,
  userId: uuid,
  webhookId: uuid,
  status: deliveryStatus,
});
