import { and, eq, inArray } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import type { Acting } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { isOwn } from './own-webhook.ts';

/** Removes some of an account's webhooks at once. @returns their addresses */
export async function endWebhooks(tx: Transaction, userId: string, ids: string[]): Promise<string[]> {
  const ended = await tx.db
    .delete(webhooks)
    .where(and(eq(webhooks.userId, userId), inArray(webhooks.id, ids)))
    .returning({ url: webhooks.url });
  return ended.map(({ url }) => url);
}

/** Removes a webhook with its log and its pending deliveries. @throws not_found */
export async function deleteWebhook(
  { tx, actor }: Acting,
  { userId, webhookId }: { userId: string; webhookId: string },
): Promise<undefined> {
  const [gone] = await tx.db.delete(webhooks).where(isOwn(userId, webhookId)).returning();
  if (!gone) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.deleted', { subject: gone.name, userId, detail: { url: gone.url } });
}
