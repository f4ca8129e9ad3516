import { and, eq, ne } from 'drizzle-orm';
import { webhookDeliveries } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import type { WebhookDelivery } from '../contract.ts';
import { readDelivery } from './list-deliveries.ts';
import { readOwnWebhook } from '../own-webhook.ts';

/**
 * Sends a delivery again, with the same id and body, and keeps all its earlier attempts. A delivery that is still
 * pending is refused. @throws not_found, already_processed
 */
export async function replay(
  tx: Transaction,
  { userId, webhookId, deliveryId }: { userId: string; webhookId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  await readOwnWebhook(tx.db, userId, webhookId);
  const isIt = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId));
  const [again] = await tx.db
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, dueAt: tx.now })
    .where(and(isIt, ne(webhookDeliveries.status, 'pending')))
    .returning({ id: webhookDeliveries.id });
  if (again) return readDelivery(tx.db, again.id);
  const [known] = await tx.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(isIt);
  if (!known) throw notFound('Delivery');
  throw new Problem('already_processed', sentence('deliveryRunning'));
}
