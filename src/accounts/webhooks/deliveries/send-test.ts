import { webhookDeliveries } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newDelivery } from '../../../platform/events/webhook-deliveries.ts';
import type { WebhookDelivery } from '../contract.ts';
import { readDelivery } from './list-deliveries.ts';
import { readOwnWebhook } from '../own-webhook.ts';

/** Sends a test event to a webhook, signed and retried like any other. @throws not_found */
export async function sendTest(
  tx: Transaction,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<WebhookDelivery> {
  await readOwnWebhook(tx.db, userId, webhookId);
  const data = JSON.stringify({ at: tx.now.toISOString() });
  const delivery = newDelivery({ webhookId, event: 'test', data }, tx);
  await tx.db.insert(webhookDeliveries).values(delivery);
  return readDelivery(tx.db, delivery.id);
}
