import { and, eq, gte, min } from 'drizzle-orm';
import { mails } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { failedOf, type MetricSource, waitOf } from '../kit/metric-source.ts';

/** How far mail is behind. */
export const mailMetrics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  waitOf('mail_wait_seconds', 'How long the mail that has waited longest was due', clock, async () => {
    const [row] = await db
      .select({ oldest: min(mails.dueAt) })
      .from(mails)
      .where(eq(mails.status, 'pending'));
    return row?.oldest;
  }),
  failedOf('mails_failed', 'Mails of the last day that are given up', clock, (start) =>
    db.$count(mails, and(eq(mails.status, 'failed'), gte(mails.createdAt, start))),
  ),
];
