import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** The precision of the time when a key was last used. */
export const KEY_USES_MS = MINUTE_MS;

/** Stores when API keys were last used: one statement for all keys that this process has seen since the last time. */
export async function writeKeyUses({ db, keyUses }: Pick<Deps, 'db' | 'keyUses'>): Promise<void> {
  if (keyUses.size === 0) return;
  const hashes = [...keyUses.keys()].join(',');
  const times = Array.from(keyUses.values(), (at) => at.toISOString()).join(',');
  keyUses.clear();
  await db.execute(template`
    update api_keys k set last_used_at = greatest(k.last_used_at, u.at::timestamptz)
    from unnest(string_to_array(${hashes}, ','), string_to_array(${times}, ',')) as u (token_hash, at)
    where k.token_hash = u.token_hash`);
}
