import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { webhookDeliveries, webhooks } from '../../../db/schema/index.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';

/** An event that webhooks may be told of. */
export interface PublishedEvent {
  name: string;
  userId: string | null;
  /** JSON. */
  data: string;
  /** The one webhook that is told, whatever it listens for; null: those that listen. */
  only: string | null;
}

/**
 * Creates the webhook deliveries of some events, in the transaction of those events: each event gets its
 * delivery exactly once, and a rolled-back event gets none. Kinds that webhooks do not get cost nothing;
 * where no webhook listens, it costs one index lookup.
 */
export async function createDeliveries(
  db: Queryable,
  { now, clock }: { now: Date; clock: Clock },
  told: readonly PublishedEvent[],
): Promise<void> {
  const owners = [...new Set(told.flatMap(({ userId }) => (userId ? [userId] : [])))];
  if (owners.length === 0) return;
  // Locked until the commit, so that a webhook is not removed between this read and the insert of its delivery.
  const listening = await db
    .select({ id: webhooks.id, userId: webhooks.userId, events: webhooks.events })
    .from(webhooks)
    .where(inArray(webhooks.userId, owners))
    .orderBy(webhooks.id)
    .for('key share');
  const deliveries = told.flatMap(({ name, userId, data, only }) =>
    listening
      .filter((webhook) => webhook.userId === userId)
      .filter(({ id, events }) => (only === null ? events.includes(name) : id === only))
      .map((webhook) => newDelivery({ webhookId: webhook.id, event: name, data }, { now, clock })),
  );
  if (deliveries.length > 0) await db.insert(webhookDeliveries).values(deliveries);
}

/** A delivery that is due at once. `data` is JSON and goes into the body unchanged. */
export function newDelivery(
  { webhookId, event, data }: { webhookId: string; event: string; data: string },
  { now, clock }: { now: Date; clock: Clock },
): typeof webhookDeliveries.$inferInsert {
  const id = newId(clock);
  const head = JSON.stringify({ id, type: event, createdAt: now.toISOString() });
  const body = `${head.slice(0, -1)},"data":${data}}`;
  return { id, webhookId, event, body, status: 'pending', dueAt: now, createdAt: now };
}
