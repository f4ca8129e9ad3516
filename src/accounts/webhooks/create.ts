import { count, eq } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { type createWebhook as endpoint, MAX_WEBHOOKS } from './contract.ts';
import type { Deps } from '../../services/deps.ts';
import { presentWebhook } from './present-webhook.ts';
import { newSecret, sealSecret } from './secret.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { lockUser } from '../../callers/require-user.ts';

/**
 * Registers an address whose target was checked. Only this answer contains the signing secret.
 * @throws not_found, not_allowed_now (too many)
 */
export async function createWebhook(
  { tx, deps: { config }, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { name, url, events } }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<ResponseOf<typeof endpoint>> {
  // The account's row is locked, so that two simultaneous requests are counted one after the other.
  await lockUser(tx, userId);
  const [counted] = await tx.db.select({ count: count() }).from(webhooks).where(eq(webhooks.userId, userId));
  if (counted && counted.count >= MAX_WEBHOOKS) {
    throw new Problem('not_allowed_now', sentence('webhooksFull', { count: MAX_WEBHOOKS }));
  }
  const secret = newSecret();
  const id = newId(tx.clock);
  const [made] = await tx.db
    .insert(webhooks)
    .values({ id, createdAt: tx.now, userId, name, url, events, secret: sealSecret(config, id, secret) })
    .returning();
  if (!made) throw new Error('an insert returned nothing');
  await audit(tx, actor, 'webhook.created', { subject: name, userId, detail: { url, events, webhookId: id } });
  await notifyOwner(tx, userId, { what: 'webhook', name: url });
  return { ...presentWebhook(made, tx.now), secret };
}
