import { coinRates } from '../../../db/schema/index.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';
import { currentRates } from './current.ts';

/** How old the exchanges' prices are, and which coins are not quoted because theirs is not certain. */
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
  {
    name: 'coin_rate_age_seconds',
    help: 'Since when no exchange has confirmed the price of a coin; none where the prices are settings',
    labels: ['coin'],
    read: async () => {
      const rows = await db.select({ coin: coinRates.id, checkedAt: coinRates.checkedAt }).from(coinRates);
      const age = (checkedAt: Date) => (clock.now().getTime() - checkedAt.getTime()) / SECOND_MS;
      return rows.map(({ coin, checkedAt }) => ({ labels: { coin }, value: age(checkedAt) }));
    },
  },
];
