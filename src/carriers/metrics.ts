import { inArray, sql as template } from 'drizzle-orm';
import { carrierBalances, carrierHealth } from '../../db/schema/index.ts';
import type { Deps } from './deps.ts';
import type { MetricSource } from '../platform/kit/metric-source.ts';
import { readCounts } from './counts.ts';
import { UNMATCHED_AFTER_MS } from './unmatched-reports.ts';

/** The events of carriers, counted over all processes. */
export const carrierMetrics = (deps: Pick<Deps, 'db' | 'clock' | 'carriers'>): MetricSource[] => [
  {
    name: 'carrier_counts',
    help: 'What happened with a carrier since the beginning, of all processes together',
    labels: ['carrier', 'what'],
    read: async () =>
      (await readCounts(deps)).map(({ name, what, count }) => ({ labels: { carrier: name, what }, value: count })),
  },
  {
    name: 'carrier_balance',
    help: 'Our credit at a carrier as it last said, in its own currency',
    labels: ['carrier', 'currency'],
    read: async () => {
      const rows = await deps.db.execute<{ name: string; currency: string; value: number }>(template`
        select name, currency, amount::float8 as value from provider_balances`);
      return rows.map(({ name, currency, value }) => ({ labels: { carrier: name, currency }, value }));
    },
  },
  {
    name: 'carrier_balance_low',
    help: '1 where our credit at a carrier is below its level in CARRIER_LOW_BALANCES',
    labels: ['carrier'],
    read: async () => {
      const rows = await deps.db
        .select({ name: carrierBalances.name, isLow: carrierBalances.isLow })
        .from(carrierBalances);
      return rows.map(({ name, isLow }) => ({ labels: { carrier: name }, value: isLow ? 1 : 0 }));
    },
  },
  {
    name: 'carrier_down',
    help: '1 for a carrier whose newest probe failed',
    labels: ['carrier'],
    read: async () => {
      const rows = await deps.db
        .select({ name: carrierHealth.name, healthy: carrierHealth.healthy })
        .from(carrierHealth)
        .where(inArray(carrierHealth.name, deps.carriers.names));
      return rows.map(({ name, healthy }) => ({ labels: { carrier: name }, value: healthy ? 0 : 1 }));
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
