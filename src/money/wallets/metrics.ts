import { count } from 'drizzle-orm';
import { walletTransfers } from '../../../db/schema/index.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { isUnclaimed } from './find-unclaimed.ts';
import { listWallets } from './list-wallets.ts';

/** How far the watcher is behind, and what nobody has claimed. */
export const walletMetrics = (deps: Pick<Deps, 'clock' | 'config' | 'db'>): MetricSource[] => [
  {
    name: 'wallet_watch_behind_seconds',
    help: 'Since when an address was not looked at up to the end of its chain; -1 before the first time',
    labels: ['coin'],
    read: async () => {
      const now = deps.clock.now().getTime();
      return (await listWallets(deps)).map(({ cryptocurrency: coin, lookedAt }) => ({
        labels: { coin },
        value: lookedAt === null ? -1 : Math.max(0, now - Date.parse(lookedAt)) / 1000,
      }));
    },
  },
  {
    name: 'wallet_transfers_unclaimed',
    help: 'What arrived at our addresses and belongs to no payment',
    labels: ['coin'],
    read: async () => {
      const rows = await deps.db
        .select({ coin: walletTransfers.cryptocurrency, value: count() })
        .from(walletTransfers)
        .where(isUnclaimed)
        .groupBy(walletTransfers.cryptocurrency);
      return rows.map(({ coin, value }) => ({ labels: { coin }, value }));
    },
  },
];
