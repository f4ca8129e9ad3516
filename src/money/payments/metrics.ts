import { sql as template } from 'drizzle-orm';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { isLost } from './reversals/find-reversals.ts';

/** Credit that nothing on a chain stands behind any more. */
export const paymentMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
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
