import { sql as template } from 'drizzle-orm';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { lossesSql } from './notify-of-losses.ts';

/** The warnings of the figures, as metrics. */
export const figureMetrics = (deps: Pick<Deps, 'db' | 'clock' | 'config'>): MetricSource[] => [
  {
    name: 'losing_destinations',
    help: 'Pounds that a destination lost on a day, today and yesterday, where it is more than LOSS_ALARM_GBP',
    labels: ['day', 'code'],
    read: async () => {
      const rows = await deps.db.execute<{ day: string; code: string; value: number }>(
        template`select day, code, (cost - revenue)::float8 as value from (${lossesSql(deps)}) l`,
      );
      return rows.map(({ day, code, value }) => ({ labels: { day, code }, value }));
    },
  },
];
