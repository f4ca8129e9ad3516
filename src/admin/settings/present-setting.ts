import type { SettingName } from '../../../db/enums.ts';
import type { settings } from '../../../db/schema/index.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';
import type { Setting } from './contract.ts';
import { KNOWN_SETTINGS, type SettingsHost } from './known-settings.ts';

type Row = typeof settings.$inferSelect;

/** A setting as administrators see it. @param row absent: it was never changed */
export function presentSetting(
  host: SettingsHost,
  { name, about, row }: { name: SettingName; about: string; row: Row | undefined },
  { now, changed }: { now: Date; changed: Setting['changed'] },
): Setting {
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
