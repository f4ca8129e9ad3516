import { and, desc, eq, lt, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { webhookDeliveries } from '../../../../db/schema/index.ts';
import { isoTime } from '../../../../db/prepared.ts';
import type { Owned } from '../../../callers/audit.ts';
import type { Deps } from '../../../services/deps.ts';
import { Page } from '../../../platform/kit/answer.ts';
import { webhookDelivery, type WebhookDelivery } from '../contract.ts';
import { readOwnWebhook } from '../own-webhook.ts';

/** How many attempts of a delivery are shown. */
const ATTEMPTS_SHOWN = 20;

const log = template<WebhookDelivery['log']>`coalesce((
  select json_agg(json_build_object('at', ${isoTime(template`a.at`)}, 'latencyMs', a.latency_ms,
    'answerStatus', a.answer_status, 'answer', a.answer, 'error', a.error) order by a.id desc)
  from (
    select * from webhook_attempts where delivery_id = webhook_deliveries.id
    order by id desc limit ${template.raw(String(ATTEMPTS_SHOWN))}
  ) a
), '[]')`;

/** The deliveries of a webhook, newest first, each with its attempts. @throws not_found */
export async function listDeliveries(
  deps: Deps,
  { userId, webhookId, limit, before }: Owned<'webhookId'> & { limit: number; before?: string | undefined },
): Promise<Page<WebhookDelivery>> {
  await readOwnWebhook(deps.db, userId, webhookId);
  const rows = await selectDeliveries(deps.db)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), before ? lt(webhookDeliveries.id, before) : undefined))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1);
  return Page.from(rows, limit, presentDelivery);
}

/** One delivery with its attempts; it must exist. */
export async function readDelivery(db: Queryable, id: string): Promise<WebhookDelivery> {
  const [row] = await selectDeliveries(db).where(eq(webhookDeliveries.id, id));
  if (!row) throw new Error('a delivery is gone');
  return presentDelivery(row);
}

const selectDeliveries = (db: Queryable) =>
  db.select({ delivery: webhookDeliveries, log }).from(webhookDeliveries).$dynamic();

type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];

function presentDelivery({ delivery, log: attempts }: DeliveryRow): WebhookDelivery {
  const { dueAt, createdAt, ...rest } = delivery;
  return webhookDelivery.parse({
    ...rest,
    nextAttemptAt: rest.status === 'pending' ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    log: attempts,
  });
}
