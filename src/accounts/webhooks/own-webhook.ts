import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { webhooks } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { webhookEvent, type Webhook } from './contract.ts';

/** A condition for one webhook of one account. */
export const isOwn = (userId: string, webhookId: string) =>
  and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId));

/** A webhook of this account. @throws not_found */
export async function readOwnWebhook(db: Queryable, userId: string, webhookId: string) {
  const [row] = await db.select().from(webhooks).where(isOwn(userId, webhookId));
  if (!row) throw notFound('Webhook');
  return row;
}

/** A webhook as the contract shows it, always without its secret. */
export function presentWebhook(row: typeof webhooks.$inferSelect, now: Date): Webhook {
  const { id, name, url, previousSecretUntil: until } = row;
  return {
    id,
    name,
    url,
    events: row.events.map((event) => webhookEvent.parse(event)),
    previousSecretUntil: until && until > now ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}
