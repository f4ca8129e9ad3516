import { count, eq, desc, and, inArray } from 'drizzle-orm';
import { webhooks } from '../../../db/schema/index.ts';
import { type Acting, type ActingWith, type Owned, audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import {
  type createWebhook as endpoint,
  MAX_WEBHOOKS,
  type updateWebhook as updateEndpoint,
  type Webhook,
  SECRET_OVERLAP_HOURS,
} from './contract.ts';
import type { Deps } from '../../services/deps.ts';
import { newSecret, sealSecret } from './secret.ts';
import { lockUser } from '../../callers/require-user.ts';
import { isOwn, presentWebhook } from './own-webhook.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';
import type { Transaction } from '../../platform/events/transact.ts';

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

/** Changes a webhook; its pending deliveries go to the new address. @throws not_found */
export async function updateWebhook(
  { tx, actor }: Acting,
  { userId, webhookId, body: { name, url, events } }: Owned<'webhookId'> & { body: BodyOf<typeof updateEndpoint> },
): Promise<Webhook> {
  const [changed] = await tx.db.update(webhooks).set({ name, url, events }).where(isOwn(userId, webhookId)).returning();
  if (!changed) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.changed', { subject: name, userId, detail: { url, events, webhookId } });
  await notifyOwner(tx, userId, { what: 'webhook', name: url });
  return presentWebhook(changed, tx.now);
}

/**
 * Makes a new signing secret. The former one also signs for a day, so that no delivery is refused while the
 * receiver changes over. @throws not_found
 */
export async function rotateSecret(
  { tx, deps: { config }, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, webhookId }: Owned<'webhookId'>,
): Promise<{ secret: string }> {
  const secret = newSecret();
  const previousSecretUntil = new Date(tx.now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS);
  const [rotated] = await tx.db
    .update(webhooks)
    .set({ secret: sealSecret(config, webhookId, secret), previousSecret: webhooks.secret, previousSecretUntil })
    .where(isOwn(userId, webhookId))
    .returning();
  if (!rotated) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.secret_rotated', { subject: rotated.name, userId, detail: { webhookId } });
  await notifyOwner(tx, userId, { what: 'webhook', name: rotated.url });
  return { secret };
}

/** An account's webhooks, newest first. */
export async function listWebhooks(deps: Deps, userId: string): Promise<Webhook[]> {
  const rows = await deps.db.select().from(webhooks).where(eq(webhooks.userId, userId)).orderBy(desc(webhooks.id));
  return rows.map((row) => presentWebhook(row, deps.clock.now()));
}

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
  { userId, webhookId }: Owned<'webhookId'>,
): Promise<undefined> {
  const [gone] = await tx.db.delete(webhooks).where(isOwn(userId, webhookId)).returning();
  if (!gone) throw notFound('Webhook');
  await audit(tx, actor, 'webhook.deleted', { subject: gone.name, userId, detail: { url: gone.url } });
}
