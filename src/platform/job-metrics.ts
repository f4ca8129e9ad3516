import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { MetricSource } from './kit/metric-source.ts';

/** Jobs that were tried as often as they may be. */
export const jobMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'jobs_failed',
    help: 'Jobs that failed as often as they may, and are not tried again',
    labels: ['task'],
    read: async () => {
      const rows = await db.execute<{ task: string; count: number }>(template`
        select task_identifier as task, count(*)::int as count from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null group by 1`);
      return rows.map(({ task, count }) => ({ labels: { task }, value: count }));
    },
  },
];
