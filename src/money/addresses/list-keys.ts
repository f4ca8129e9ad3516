import type { Deps } from '../deps.ts';
import type { AddressKey } from './contract.ts';
import { countUnused, GAP_LIMIT } from './count-unused.ts';
import { firstAddresses } from '../../shared/extended-key.ts';
import { KEY_SETTINGS } from './settings.ts';

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
