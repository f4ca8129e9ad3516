import { desc, eq } from 'drizzle-orm';
import { SETTING_NAMES } from '../../../db/enums.ts';
import { settingChanges, settings, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../accounts/deps.ts';
import { COINS } from '../../money/payments/catalogue.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type * as contract from './contract.ts';
import { KNOWN_SETTINGS } from './known-settings.ts';
import { presentSetting } from './present-setting.ts';

/** All settings with what holds now and their last change, and what only the environment says. */
export async function listSettings({
  db,
  config,
  carriers,
  clock,
}: Pick<Deps, 'db' | 'config' | 'carriers' | 'clock'>): Promise<ResponseOf<typeof contract.listSettings>> {
  const now = clock.now();
  const host = { config, carriers };
  const rows = await db.select().from(settings);
  const last = await db
    .selectDistinctOn([settingChanges.name, settingChanges.about], {
      name: settingChanges.name,
      about: settingChanges.about,
      at: settingChanges.changedAt,
      by: { id: users.id, email: users.email, fullName: users.fullName },
    })
    .from(settingChanges)
    .innerJoin(users, eq(users.id, settingChanges.changedBy))
    .orderBy(settingChanges.name, settingChanges.about, desc(settingChanges.id));
  const all = SETTING_NAMES.flatMap((name) =>
    KNOWN_SETTINGS[name].abouts(host).map((about) => {
      const isThis = (each: { name: string; about: string }) => each.name === name && each.about === about;
      const changed = last.find(isThis);
      const row = rows.find(isThis);
      return presentSetting(
        host,
        { name, about, row },
        { now, changed: changed ? { at: changed.at.toISOString(), by: changed.by } : null },
      );
    }),
  );
  const fixed = COINS.flatMap(({ id }) => {
    const wallet = config.wallets[id];
    return wallet ? [{ variable: `WALLET_${id}`, value: wallet.address }] : [];
  });
  return { settings: all, fixed };
}
