import { min, sql as template } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import { type MetricSource, waitOf } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { isLost } from './reversals/find-reversals.ts';

/** Payments that wait for an administrator, and credit that nothing on a chain stands behind any more. */
export const paymentMetrics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  waitOf('payment_wait_seconds', 'How long the oldest payment has waited for a decision', clock, async () => {
    const [row] = await db
      .select({ oldest: min(transactions.createdAt) })
      .from(transactions)
      .where(template`${transactions.status} = 'pending' and ${transactions.cryptocurrency} is not null`);
    return row?.oldest;
  }),
  {
    name: 'payments_lost',
    help: 'Verified payments that their chain no longer shows as they were, and that were not taken back',
    labels: [],
    read: async () => {
      const [row] = await db.execute<{ count: number }>(
        template`select count(*)::int as count from transactions t where ${isLost}`,
      );
      return [{ labels: {}, value: row?.count ?? 0 }];
    },
  },
];
