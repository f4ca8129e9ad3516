import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import { webhookAttempts, webhookDeliveries } from '../../../../db/schema/index.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../../services/deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { ANSWER_SECONDS, MAX_ATTEMPTS, RETRY_PAUSES, type WebhookDelivery } from '../contract.ts';
import { type Answer, post } from '../../../platform/kit/post.ts';
import { openSecret } from '../secret.ts';
import { checkTarget, RefusedTarget, resolveByDns, type Resolve } from '../../../platform/kit/target.ts';
import { webhookDeliveryEvent } from '../events.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';
import type { LookTimes } from '../../../platform/schedule.ts';

/** How often newly due deliveries are taken up while others are under way. */
const DELIVER_MS = 1000;

/** Much longer than an attempt may take, so that no other process tries during an attempt. */
const CLAIM_MS = MINUTE_MS;
/** The most attempts of one process at one time: in all, for one customer, and to one address. */
const AT_ONCE = { inAll: 64, perCustomer: 8, perWebhook: 4 };

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

/** Tells whether a delivery is due. */
export const deliveriesWait = (p: LookTimes): SQL => template`exists (
  select from webhook_deliveries where status = 'pending' and due_at <= ${p.now}::timestamptz)`;

/**
 * Takes some due deliveries of each customer below their maximum, so that a busy customer does not delay the others.
 */
const claimDue = prepared<
  { now: Date; over: Date; until: Date; room: number; users: readonly string[]; webhooks: readonly string[] },
  ClaimedDelivery
>(
  (p) => template`
    with due as (
      select d.id from (
        select distinct w.user_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.status = 'pending' and d.due_at <= ${p.now}::timestamptz
          and (d.attempts = 0 or d.due_at <= ${p.over}::timestamptz)
          and w.user_id <> all(${p.users}::uuid[]) and w.id <> all(${p.webhooks}::uuid[])
      ) u
      cross join lateral (
        select d.id from webhooks w
        cross join lateral (
          select id from webhook_deliveries
          where webhook_id = w.id and status = 'pending' and due_at <= ${p.now}::timestamptz
            and (attempts = 0 or due_at <= ${p.over}::timestamptz)
          order by due_at limit ${template.raw(String(AT_ONCE.perWebhook))} for update skip locked
        ) d
        where w.user_id = u.user_id and w.id <> all(${p.webhooks}::uuid[])
        limit ${template.raw(String(AT_ONCE.perCustomer))}
      ) d
      limit ${p.room}::int
    )
    update webhook_deliveries d set due_at = ${p.until}::timestamptz, attempts = d.attempts + 1
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, w.user_id, d.event, d.body, d.attempts, w.url, w.secret,
      case when w.previous_secret_until > ${p.now}::timestamptz then w.previous_secret end as previous_secret`,
);

/**
 * Delivers what is due. Several processes may do this: each delivery is claimed by one. If a process ends during
 * an attempt, the attempt is repeated after the claim has ended; the receiver recognises it by its id. While
 * some deliveries wait for a slow receiver, the others continue, and newly due ones are taken up.
 */
export async function deliverWebhooks(deps: Deps, resolve: Resolve = resolveByDns): Promise<void> {
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const atTheirMost = (of: 'user_id' | 'webhook_id', most: number): string[] =>
    [...Map.groupBy(underWay.keys(), (delivery) => delivery[of])].flatMap(([id, { length }]) =>
      length >= most ? [id] : [],
    );
  for (;;) {
    const now = deps.clock.now();
    // Deliveries may end during this query, and free places that the query did not count.
    const wereUnderWay = underWay.size > 0;
    const claimed = await claimDue(deps.sql, {
      now,
      over: claimsOverAt(deps.clock),
      until: new Date(now.getTime() + CLAIM_MS),
      room: AT_ONCE.inAll - underWay.size,
      users: atTheirMost('user_id', AT_ONCE.perCustomer),
      webhooks: atTheirMost('webhook_id', AT_ONCE.perWebhook),
    });
    for (const delivery of claimed) {
      const done = deliver(deps, delivery, resolve).finally(() => underWay.delete(delivery));
      underWay.set(delivery, done);
    }
    if (underWay.size === 0) {
      if (wereUnderWay) continue;
      return;
    }
    const pause = Promise.withResolvers<void>();
    const timer = setTimeout(pause.resolve, DELIVER_MS);
    await Promise.race([...underWay.values(), pause.promise]).finally(() => clearTimeout(timer));
  }
}

/** A delivery whose result could not be stored is tried again after its claim has ended. */
async function deliver(deps: Deps, delivery: ClaimedDelivery, resolve: Resolve): Promise<void> {
  try {
    await record(deps, delivery, await attempt(deps, delivery, resolve));
  } catch (error) {
    deps.log.warn({ error, delivery: delivery.id }, 'a webhook delivery could not be written down');
  }
}

/** The address is resolved and checked again each time: a name may lead elsewhere than at registration. */
async function attempt(deps: Deps, delivery: ClaimedDelivery, resolve: Resolve): Promise<Answer> {
  const { url, body } = delivery;
  const secrets = secretsOf(deps, delivery);
  if (secrets.length === 0) return { latencyMs: 0, answerStatus: null, answer: null, error: NO_SECRET };
  try {
    const target = await checkTarget(url, resolve, deps.config.webhooksToLoopback);
    return await post(target, body, {
      seconds: ANSWER_SECONDS,
      headers: {
        'user-agent': 'Webhooks/1',
        'webhook-event': delivery.event,
        'webhook-delivery': delivery.id,
        [SIGNATURE_HEADER]: sign(body, secrets, deps.clock.now()),
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    return { latencyMs: 0, answerStatus: null, answer: null, error: error.message };
  }
}

const NO_SECRET = 'The signing secret of this webhook cannot be read any more: please replace it';

/** The signing secrets: the present one and, for a day after a rotation, the former one. */
const secretsOf = ({ config }: Deps, delivery: ClaimedDelivery): string[] =>
  [delivery.secret, delivery.previous_secret].flatMap((kept) => {
    const secret = kept === null ? null : openSecret(config, delivery.webhook_id, kept);
    return secret === null ? [] : [secret];
  });

async function record(deps: Deps, delivery: ClaimedDelivery, answer: Answer): Promise<void> {
  const status = statusAfter(delivery, answer);
  await transact(deps, async (tx) => {
    const pause = (RETRY_PAUSES[delivery.attempts - 1] ?? 0) * 1000;
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
    // The delivery was removed meanwhile, with its webhook.
    if (!kept) return;
    await tx.db.insert(webhookAttempts).values({ id: newId(tx.clock), deliveryId: delivery.id, at: tx.now, ...answer });
    const { id, webhook_id: webhookId, user_id: userId } = delivery;
    tx.publish(webhookDeliveryEvent, userId, { id, userId, webhookId, status });
  });
}

/** Any 2xx status counts as received. */
function statusAfter({ attempts }: ClaimedDelivery, { answerStatus }: Answer): WebhookDelivery['status'] {
  if (answerStatus !== null && answerStatus >= 200 && answerStatus < 300) return 'delivered';
  return attempts < MAX_ATTEMPTS ? 'pending' : 'failed';
}

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'Webhook-Signature';

/**
 * `t=<seconds>,v1=<hex>` with one `v1` per secret: HMAC-SHA256 over `<seconds>.<body>`. The time is part of what is
 * signed, so that a receiver can refuse a request that was recorded and sent again later.
 */
export function sign(body: string, secrets: readonly string[], at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signatures].join(',');
}
