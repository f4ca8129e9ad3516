import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { SETTING_NAMES, type SettingName } from '../../../db/enums.ts';
import { settingChanges, settings, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';
import type * as contract from './contract.ts';
import { KNOWN_SETTINGS, type SettingsHost } from './known-settings.ts';

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

/** A setting as administrators see it. @param row absent: it was never changed */
export function presentSetting(
  host: SettingsHost,
  { name, about, row }: { name: SettingName; about: string; row: typeof settings.$inferSelect | undefined },
  { now, changed }: { now: Date; changed: contract.Setting['changed'] },
): contract.Setting {
  const known = KNOWN_SETTINGS[name];
  const standard = known.standard(host, about);
  const held = row ? heldBy(row, now) : null;
  const holdsFrom = row?.holdsFrom && row.holdsFrom > now ? row.holdsFrom : null;
  return {
    name,
    about,
    value: held ?? standard,
    source: held === null ? 'environment' : 'panel',
    variable: known.variable,
    standard,
    next: holdsFrom && { value: row?.next ?? standard, holdsFrom: holdsFrom.toISOString() },
    changed,
  };
}
