import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import { listKeys } from './list-keys.ts';

/** How many addresses in a row nobody has paid: from 20 on, wallets stop looking. */
export const addressMetrics = (deps: Pick<Deps, 'config' | 'db'>): MetricSource[] => [
  {
    name: 'own_addresses_unused_in_a_row',
    help: 'Addresses given to customers and not paid, in a row; from 20 on a wallet may miss later payments',
    labels: ['chain'],
    read: async () => (await listKeys(deps)).map(({ chain, unusedInARow: value }) => ({ labels: { chain }, value })),
  },
];
