import type { Queryable } from '../../../db/client.ts';
import { webhookDeliveries } from '../../../db/schema/index.ts';
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

/** A webhook, and the names of the events that it listens for. */
export interface Listening {
  id: string;
  userId: string;
  events: string[];
}

/**
 * Creates the webhook deliveries of some events, in the transaction of those events: each event gets its
 * delivery exactly once, and a rolled-back event gets none. Kinds that webhooks do not get cost nothing.
 * @param listening the webhooks of those whom the events are about, locked by this transaction
 */
export async function createDeliveries(
  db: Queryable,
  { now, clock }: { now: Date; clock: Clock },
  { told, listening }: { told: readonly PublishedEvent[]; listening: readonly Listening[] },
): Promise<void> {
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
