import { and, eq, sql as template } from 'drizzle-orm';
import { webhookAttempts, webhookDeliveries } from '../../../../db/schema/index.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { MAX_ATTEMPTS, type WebhookDelivery } from '../contract.ts';
import { type Answer, post } from './post.ts';
import { sign, SIGNATURE_HEADER } from './signature.ts';
import { checkTarget, RefusedTarget, resolveByDns, type Resolve } from '../target.ts';
import { webhookDeliveryEvent } from '../events.ts';

/** How often a process looks for what is due. */
export const DELIVER_MS = 1000;

/** Well beyond what an attempt may take, so that nobody else tries while one is under way. */
const CLAIM_MS = 60_000;
const AT_ONCE = 32;
/** One slow receiver must not hold up the others. */
const AT_ONCE_PER_WEBHOOK = 4;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pause after the first, second, … failed attempt. */
const PAUSES_MS = [
  ...[10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
];

interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  user_id: string;
  event: string;
  body: string;
  attempts: number;
  url: string;
  secret: string;
  previous_secret: string | null;
}

const claimDue = prepared<{ now: Date; until: Date }, ClaimedDelivery>(
  (p) => template`
    with due as (
      select d.id from (
        select distinct webhook_id from webhook_deliveries
        where status = 'pending' and due_at <= ${p.now}::timestamptz
      ) w
      cross join lateral (
        select id from webhook_deliveries
        where webhook_id = w.webhook_id and status = 'pending' and due_at <= ${p.now}::timestamptz
        order by due_at limit ${template.raw(String(AT_ONCE_PER_WEBHOOK))} for update skip locked
      ) d
      limit ${template.raw(String(AT_ONCE))}
    )
    update webhook_deliveries d set due_at = ${p.until}::timestamptz, attempts = d.attempts + 1
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, w.user_id, d.event, d.body, d.attempts, w.url, w.secret,
      case when w.previous_secret_until > ${p.now}::timestamptz then w.previous_secret end as previous_secret`,
);

/**
 * Delivers what is due. Any number of processes may: each delivery is claimed by one. Where a process ends
 * during an attempt, it is made again once the claim is over; the receiver knows it again by its id.
 */
export async function deliverWebhooks(deps: Deps, resolve: Resolve = resolveByDns): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimDue(deps.sql, { now, until: new Date(now.getTime() + CLAIM_MS) });
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map(async (delivery) => record(deps, delivery, await attempt(deps, delivery, resolve))),
    );
  }
}

/** The address is looked up and checked again each time: a name may lead elsewhere than when it was registered. */
async function attempt(deps: Deps, delivery: ClaimedDelivery, resolve: Resolve): Promise<Answer> {
  const { url, secret, previous_secret: previous, body } = delivery;
  try {
    const target = await checkTarget(url, resolve, deps.config.webhooksToLoopback);
    return await post(target, body, {
      'user-agent': 'Topline-Webhooks/1',
      'topline-event': delivery.event,
      'topline-delivery': delivery.id,
      [SIGNATURE_HEADER]: sign(body, previous ? [secret, previous] : [secret], deps.clock.now()),
    });
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    return { latencyMs: 0, answerStatus: null, answer: null, error: error.message };
  }
}

async function record(deps: Deps, delivery: ClaimedDelivery, answer: Answer): Promise<void> {
  const status = statusAfter(delivery, answer);
  await transact(deps, async (tx) => {
    const pause = PAUSES_MS[delivery.attempts - 1] ?? 0;
    const mine = and(
      eq(webhookDeliveries.id, delivery.id),
      eq(webhookDeliveries.status, 'pending'),
      eq(webhookDeliveries.attempts, delivery.attempts),
    );
    const [kept] = await tx.db
      .update(webhookDeliveries)
      .set({ status, ...(status === 'pending' ? { dueAt: new Date(tx.now.getTime() + pause) } : {}) })
      .where(mine)
      .returning({ id: webhookDeliveries.id });
    // It was removed meanwhile, with its webhook.
    if (!kept) return;
    await tx.db
      .insert(webhookAttempts)
      .values({ id: newId(tx.clock), deliveryId: delivery.id, at: tx.now, ...answer });
    const { id, webhook_id: webhookId, user_id: userId } = delivery;
    tx.publish(webhookDeliveryEvent, userId, { id, userId, webhookId, status });
  });
}

/** Any 2xx is a receipt. */
function statusAfter({ attempts }: ClaimedDelivery, { answerStatus }: Answer): WebhookDelivery['status'] {
  if (answerStatus !== null && answerStatus >= 200 && answerStatus < 300) return 'delivered';
  return attempts < MAX_ATTEMPTS ? 'pending' : 'failed';
}
