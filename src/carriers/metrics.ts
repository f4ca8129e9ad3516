import type { Deps } from './deps.ts';
import type { MetricSource } from '../platform/kit/metric-source.ts';
import { readCounts } from './counts.ts';

/** What happened with carriers, of all processes together. */
export const carrierMetrics = (deps: Pick<Deps, 'sql'>): MetricSource[] => [
  {
    name: 'carrier_counts',
    help: 'What happened with a carrier since the beginning, of all processes together',
    labels: ['carrier', 'what'],
    read: async () =>
      (await readCounts(deps)).map(({ name, what, count }) => ({
        labels: { carrier: name, what },
        value: count,
      })),
  },
];
