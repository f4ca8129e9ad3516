import { and, eq } from 'drizzle-orm';
import { carrierAccounts } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { resealedSettings } from './sealed-settings.ts';

/** Seals the settings of accounts again that are sealed with a former secret. */
export async function resealCarrierAccounts({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.formerSecrets.length === 0) return;
  for (const { name, sealedSettings } of await db.select().from(carrierAccounts)) {
    const now = resealedSettings(config, name, sealedSettings);
    if (now === sealedSettings) continue;
    await db
      .update(carrierAccounts)
      .set({ sealedSettings: now })
      .where(and(eq(carrierAccounts.name, name), eq(carrierAccounts.sealedSettings, sealedSettings)));
  }
}
