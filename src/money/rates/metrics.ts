import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { currentRates } from './current.ts';

/** The coins that are not quoted because their price is not certain. */
export const rateMetrics = ({ db, config, clock }: Pick<Deps, 'clock' | 'config' | 'db'>): MetricSource[] => [
  {
    name: 'coin_rate_paused',
    help: '1 while no quotes are given in a coin: its rate is older than 5 minutes, jumped by more than 10 %, or is not believed',
    labels: ['coin'],
    read: async () => {
      const rates = await currentRates(db, config, clock.now());
      return Object.entries(rates).map(([coin, { paused }]) => ({ labels: { coin }, value: paused ? 1 : 0 }));
    },
  },
];
