import { and, eq, gte, min } from 'drizzle-orm';
import { webhookDeliveries } from '../../../db/schema/index.ts';
import { failedOf, type MetricSource, waitOf } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../../services/deps.ts';

/** How far we are behind with webhooks. An address that does not answer is tried later, and not counted. */
export const webhookMetrics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  waitOf('webhook_wait_seconds', 'How long the oldest due delivery of a webhook has waited', clock, async () => {
    const [row] = await db
      .select({ oldest: min(webhookDeliveries.dueAt) })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.status, 'pending'));
    return row?.oldest;
  }),
  failedOf('webhooks_failed', 'Deliveries of webhooks of the last day that are given up', clock, (start) =>
    db.$count(webhookDeliveries, and(eq(webhookDeliveries.status, 'failed'), gte(webhookDeliveries.createdAt, start))),
  ),
];
