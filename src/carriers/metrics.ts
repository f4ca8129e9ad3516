import { sql as template } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import type { MetricSource } from '../platform/kit/metric-source.ts';
import { readCounts } from './counts.ts';
import { UNMATCHED_AFTER_MS } from './unmatched-reports.ts';

/** The events of carriers, counted over all processes. */
export const carrierMetrics = (deps: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
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
  {
    name: 'carrier_balance',
    help: 'Our credit at a carrier as it last said, in its own currency',
    labels: ['carrier', 'currency'],
    read: async () => {
      const rows = await deps.db.execute<{ name: string; currency: string; value: number }>(template`
        select name, currency, amount::float8 as value from provider_balances`);
      return rows.map(({ name, currency, value }) => ({
        labels: { carrier: name, currency },
        value,
      }));
    },
  },
  {
    name: 'carrier_reports_unmatched',
    help: 'Delivery reports of the last week that found no message; for SMPP look at SMPP_RECEIPT_IDS',
    labels: ['carrier'],
    read: async () => {
      const rows = await deps.db.execute<{ provider: string; count: number }>(template`
        select provider, count(*)::int as count from carrier_receipts
        where received_at < ${new Date(deps.clock.now().getTime() - UNMATCHED_AFTER_MS).toISOString()}::timestamptz
        group by provider`);
      return rows.map(({ provider, count }) => ({ labels: { carrier: provider }, value: count }));
    },
  },
];
