import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { webhookDeliveries, webhooks } from '../../../db/schema/index.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';

/** An event that webhooks are told of. */
export interface PublishedEvent {
  name: string;
  userId: string | null;
  /** JSON. */
  data: string;
}

/**
 * Writes what the owners' webhooks are told of some events, in the transaction of those events: a delivery
 * is made if and only if its event is, and once. Costs nothing where webhooks get none
 * of them, and one look by index where nobody listens.
 */
export async function createDeliveries(
  db: Queryable,
  { now, clock }: { now: Date; clock: Clock },
  told: readonly PublishedEvent[],
): Promise<void> {
  const owners = [...new Set(told.flatMap(({ userId }) => (userId ? [userId] : [])))];
  if (owners.length === 0) return;
  // Held until the commit, so that an address is not removed between this look and its delivery's insert.
  const listening = await db
    .select({ id: webhooks.id, userId: webhooks.userId, events: webhooks.events })
    .from(webhooks)
    .where(inArray(webhooks.userId, owners))
    .orderBy(webhooks.id)
    .for('key share');
  const deliveries = told.flatMap(({ name, userId, data }) =>
    listening
      .filter((webhook) => webhook.userId === userId && webhook.events.includes(name))
      .map((webhook) => newDelivery(webhook.id, name, data, { now, clock })),
  );
  if (deliveries.length > 0) await db.insert(webhookDeliveries).values(deliveries);
}

/** A delivery that is due at once. `data` is JSON, and goes into the body as it stands. */
export function newDelivery(
  webhookId: string,
  event: string,
  data: string,
  { now, clock }: { now: Date; clock: Clock },
): typeof webhookDeliveries.$inferInsert {
  const id = newId(clock);
  const head = JSON.stringify({ id, type: event, createdAt: now.toISOString() });
  const body = `${head.slice(0, -1)},"data":${data}}`;
  return { id, webhookId, event, body, status: 'pending', dueAt: now, createdAt: now };
}
