import { webhooks } from '../../../db/schema/index.ts';
import type { Acting } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { updateWebhook as endpoint, Webhook } from './contract.ts';
import { isOwn } from './own-webhook.ts';
import { presentWebhook } from './present-webhook.ts';

/** Changes a webhook; its pending deliveries go to the new address. @throws not_found */
export async function updateWebhook(
  { tx, actor }: Acting,
  {
    userId,
    webhookId,
    body: { name, url, events },
  }: { body: BodyOf<typeof endpoint> } & { userId: string; webhookId: string },
): Promise<Webhook> {
  const [changed] = await tx.db.update(webhooks).set({ name, url, events }).where(isOwn(userId, webhookId)).returning();
  if (!changed) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.changed', { subject: name, userId, detail: { url, events, webhookId } });
  await notifyOwner(tx, userId, { what: 'webhook', name: url });
  return presentWebhook(changed, tx.now);
}
