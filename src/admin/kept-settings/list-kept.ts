import { eq } from 'drizzle-orm';
import { keptSettings, users } from '../../../db/schema/index.ts';
import { readKept } from '../../platform/settings/kept-settings.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../../services/deps.ts';
import type { listKeptSettings } from './contract.ts';
import { KNOWN_KEPT } from './known.ts';

/** Says of each setting who says it; what holds a password is never shown. */
export async function listKept({ db, config }: Deps): Promise<ResponseOf<typeof listKeptSettings>> {
  const { values } = await readKept(db, config);
  const changes = await db
    .select({ name: keptSettings.name, at: keptSettings.changedAt, by: users.email })
    .from(keptSettings)
    .innerJoin(users, eq(users.id, keptSettings.changedBy));
  return KNOWN_KEPT.map(({ group, name, isHidden }) => {
    const own = config.ownEnvironment[name];
    const value = own ?? values[name];
    const last = changes.find((change) => change.name === name);
    return {
      ...{ group, name, isHidden, value: isHidden ? null : (value ?? null) },
      source: own !== undefined ? 'environment' : value !== undefined ? 'panel' : null,
      changed: last ? { at: last.at.toISOString(), by: last.by } : null,
    };
  });
}
