import { asc, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { carrierAccounts } from '../../../db/schema/index.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { CarrierAccount, listCarrierAccounts as endpoint } from './contract.ts';
import { KINDS, settingsOf } from './kinds.ts';
import { openSettings } from './sealed-settings.ts';

type Known = Pick<Deps, 'config' | 'carrierAccounts'>;

/** The accounts without any of their values, and what each kind needs. */
export async function listAccounts(deps: Known, db: Queryable): Promise<ResponseOf<typeof endpoint>> {
  const rows = await db
    .select()
    .from(carrierAccounts)
    .where(isNull(carrierAccounts.deletedAt))
    .orderBy(asc(carrierAccounts.createdAt));
  return {
    accounts: rows.map((row) => presentAccount(deps, row)),
    kinds: KINDS.map((adapter) => ({ kind: adapter.name, settings: settingsOf(adapter) })),
  };
}

export const presentAccount = (deps: Known, row: typeof carrierAccounts.$inferSelect): CarrierAccount => ({
  ...{ name: row.name, kind: row.adapter, isOn: row.isOn },
  set: Object.keys(openSettings(deps.config, row.name, row.sealedSettings) ?? {}).toSorted(),
  isOpen: deps.carrierAccounts.isOpen(row.name),
  createdAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
});
