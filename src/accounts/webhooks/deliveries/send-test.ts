import { z } from 'zod';
import { webhookDeliveries } from '../../../../db/schema/index.ts';
import { eventSchemaName } from '../../../platform/events/kind.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newDelivery } from '../../../platform/events/webhook-deliveries.ts';
import { exampleOf, objectIn } from '../../../platform/kit/example-of.ts';
import { schemaNamed } from '../../../platform/kit/schemas.ts';
import type { WebhookDelivery } from '../contract.ts';
import { readDelivery } from './list-deliveries.ts';
import { readOwnWebhook } from '../own-webhook.ts';

/** Sends a test event, or an example of another one, to a webhook, signed and retried like any other. @throws not_found */
export async function sendTest(
  tx: Transaction,
  {
    userId,
    webhookId,
    event = 'test',
  }: { userId: string; webhookId: string; event?: WebhookDelivery['event'] | undefined },
): Promise<WebhookDelivery> {
  await readOwnWebhook(tx.db, userId, webhookId);
  const data = JSON.stringify({ ...exampleData(event), at: tx.now.toISOString() });
  const delivery = newDelivery({ webhookId, event, data }, tx);
  await tx.db.insert(webhookDeliveries).values(delivery);
  return readDelivery(tx.db, delivery.id);
}

/** What the data of an event may be: nothing in it exists. */
function exampleData(event: string): object {
  const schema = schemaNamed(eventSchemaName(event));
  if (!schema) return {};
  const whole = { ...z.toJSONSchema(schema, { unrepresentable: 'any' }) };
  const example = exampleOf(whole, (reference) => reference.slice(2).split('/').reduce(objectIn, whole));
  return { ...z.looseObject({}).parse(example), example: true };
}
