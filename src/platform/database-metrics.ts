import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { MetricSource } from './kit/metric-source.ts';

/** How full the database's server is, and how far its copies are behind: by views that show all only to `pg_monitor`. */
export const databaseMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'database_connections',
    help: 'Connections of all programs to the database’s server, and the most that it takes',
    labels: ['kind'],
    read: async () => {
      const [row] = await db.execute<{ open: number; most: number }>(template`
        select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
          current_setting('max_connections')::int as most`);
      return Object.entries(row ?? {}).map(([kind, value]) => ({ labels: { kind }, value }));
    },
  },
  {
    name: 'database_copy_lag_seconds',
    help: 'How long a copy of the database is behind; 0 where it has everything',
    labels: ['copy'],
    read: async () => {
      const rows = await db.execute<{ copy: string; value: number }>(template`
        select application_name as copy, coalesce(extract(epoch from max(replay_lag)), 0)::float8 as value
        from pg_stat_replication where state = 'streaming' group by 1`);
      return rows.map(({ copy, value }) => ({ labels: { copy }, value }));
    },
  },
];
