import { and, desc, eq, lte, not, type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type RatedService, SETTING_NAMES, type SettingName } from '../../../db/enums.ts';
import { rateUses, settingChanges, settings, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';
import type * as contract from './contract.ts';
import { KNOWN_SETTINGS, listedIn, type SettingsHost } from './known-settings.ts';

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
  const listed = (await db.select({ service: rateUses.service }).from(rateUses)).map(({ service }) => service);
  const known = SETTING_NAMES.flatMap((name) => KNOWN_SETTINGS[name].abouts(host).map((about) => ({ name, about })));
  return Promise.all(
    known.map(async ({ name, about }) => {
      const row = rows.find((each) => each.name === name && each.about === about);
      // What was ever changed has a row.
      const changed = row ? await lastChange(db, now, { name, about }) : null;
      return presentSetting(host, { name, about, row }, { now, listed, changed });
    }),
  );
}

export const isChangeOf = ({ name, about }: Pick<contract.Setting, 'name' | 'about'>): SQL | undefined =>
  and(eq(settingChanges.name, name), eq(settingChanges.about, about));

/** A change was announced and taken back: of that the audit log tells. */
export const IS_WITHDRAWN = template<boolean>`exists (select from audit_log gone
  where gone.action = 'setting.announcement_cancelled' and gone.detail ->> 'change' = setting_changes.id::text)`;

/**
 * The last change that holds. Looked up one by one in their index: the changes of all the years are many more than the
 * settings.
 */
export async function lastChange(
  db: Queryable,
  now: Date,
  of: Pick<contract.Setting, 'name' | 'about'>,
): Promise<contract.Setting['changed']> {
  const [last] = await db
    .select({ at: settingChanges.changedAt, by: { id: users.id, email: users.email, fullName: users.fullName } })
    .from(settingChanges)
    .innerJoin(users, eq(users.id, settingChanges.changedBy))
    .where(and(isChangeOf(of), lte(settingChanges.holdsFrom, now), not(IS_WITHDRAWN)))
    .orderBy(desc(settingChanges.id))
    .limit(1);
  return last ? { at: last.at.toISOString(), by: last.by } : null;
}

/** A setting as administrators see it. @param row absent: it was never changed */
export function presentSetting(
  host: SettingsHost,
  { name, about, row }: { name: SettingName; about: string; row: typeof settings.$inferSelect | undefined },
  { now, listed, changed }: { now: Date; listed: readonly RatedService[]; changed: contract.Setting['changed'] },
): contract.Setting {
  const known = KNOWN_SETTINGS[name];
  const standard = known.standard(host, about);
  const held = row ? heldBy(row, now) : null;
  const service = listedIn(known);
  const holdsFrom = row?.holdsFrom && row.holdsFrom > now ? row.holdsFrom : null;
  return {
    name,
    about,
    value: held ?? standard,
    source: held === null ? 'environment' : 'panel',
    variable: known.variable,
    standard,
    announces: known.priceOf !== null && (service === null || !listed.includes(service)),
    next: holdsFrom && { value: row?.next ?? standard, holdsFrom: holdsFrom.toISOString() },
    changed,
  };
}
