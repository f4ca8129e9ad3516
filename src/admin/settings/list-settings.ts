import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { SETTING_NAMES, type SettingName } from '../../../db/enums.ts';
import { settingChanges, settings, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';
import { KNOWN_SETTINGS } from './known-settings.ts';
import { presentSetting } from './present-setting.ts';

/** All settings with what holds now and their last change. */
export async function listSettings({
  db,
  config,
  carriers,
  clock,
}: Pick<Deps, 'db' | 'config' | 'carriers' | 'clock'>): Promise<ResponseOf<typeof contract.listSettings>> {
  const now = clock.now();
  const host = { config, carriers };
  const rows = await db.select().from(settings);
  const known = SETTING_NAMES.flatMap((name) => KNOWN_SETTINGS[name].abouts(host).map((about) => ({ name, about })));
  return Promise.all(
    known.map(async ({ name, about }) => {
      const row = rows.find((each) => each.name === name && each.about === about);
      return presentSetting(host, { name, about, row }, { now, changed: await lastChange(db, name, about) });
    }),
  );
}

/** Looked up one by one in their index: the changes of all the years are many more than the settings. */
async function lastChange(db: Queryable, name: SettingName, about: string) {
  const [last] = await db
    .select({ at: settingChanges.changedAt, by: { id: users.id, email: users.email, fullName: users.fullName } })
    .from(settingChanges)
    .innerJoin(users, eq(users.id, settingChanges.changedBy))
    .where(and(eq(settingChanges.name, name), eq(settingChanges.about, about)))
    .orderBy(desc(settingChanges.id))
    .limit(1);
  return last ? { at: last.at.toISOString(), by: last.by } : null;
}
