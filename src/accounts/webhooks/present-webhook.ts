import type { webhooks } from '../../../db/schema/index.ts';
import { webhookEvent, type Webhook } from './contract.ts';

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
