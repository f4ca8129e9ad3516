import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { firstAddresses } from '../../shared/extended-key.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';
import type { AddressKey } from './contract.ts';
import { KEY_SETTINGS } from './settings.ts';

/** After so many addresses in a row that nobody has paid, wallets stop looking for more (BIP-44, "gap limit"). */
const GAP_LIMIT = 20;

/** How far a key's addresses have been given out. */
interface GivenOut {
  given: number;
  /** The most unused addresses between two used ones, or after the last. */
  unusedInARow: number;
}

/** Counts the addresses of a key. The address with index 0 is given to everybody, and counts as used. */
async function countUnused(db: Queryable, keyId: string): Promise<GivenOut> {
  const [counted] = await db.execute<{ given: number; unused: number }>(template`
    with marks as (
      select 0 as index
      union all
      select o.index from own_addresses o where o.key_id = ${keyId} and (
        exists (select from wallet_transfers w where w.address = o.address and w.gone_at is null)
        or exists (select from quotes q join transactions t on t.quote_id = q.id
          where q.user_id = o.user_id and q.address = o.address and t.status = 'verified'))
      union all
      select coalesce(max(index), 0) + 1 from own_addresses where key_id = ${keyId}
    ),
    gaps as (select lead(index) over (order by index) - index - 1 as gap from marks)
    select (select count(*)::int from own_addresses where key_id = ${keyId}) as given,
      coalesce(max(gap), 0)::int as unused
    from gaps`);
  return { given: counted?.given ?? 0, unusedInARow: Math.max(0, counted?.unused ?? 0) };
}

/** The keys that are set, with what an administrator compares with the wallet. */
export async function listKeys({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<AddressKey[]> {
  const keys = Object.values(config.addressKeys).filter((key) => key !== undefined);
  return Promise.all(
    keys.map(async (key) => ({
      setting: KEY_SETTINGS[key.chain],
      chain: key.chain,
      form: key.form,
      first: firstAddresses(key),
      ...(await countUnused(db, key.id)),
      gapLimit: GAP_LIMIT,
    })),
  );
}

/** How many addresses in a row nobody has paid: from 20 on, wallets stop looking. */
export const addressMetrics = (deps: Pick<Deps, 'config' | 'db'>): MetricSource[] => [
  {
    name: 'own_addresses_unused_in_a_row',
    help: 'Addresses given to customers and not paid, in a row; from 20 on a wallet may miss later payments',
    labels: ['chain'],
    read: async () => (await listKeys(deps)).map(({ chain, unusedInARow: value }) => ({ labels: { chain }, value })),
  },
];
