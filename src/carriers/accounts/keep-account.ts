import { and, count, eq, isNull, sql as template } from 'drizzle-orm';
import { carrierAccounts, didNumbers, smsRecipients } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { ConfigError, wrongSettings } from '../../platform/kit/settings.ts';
import type { Deps } from '../deps.ts';
import type { Adapter } from '../port.ts';
import {
  type CarrierAccount,
  type changeCarrierAccount as changeEndpoint,
  type createCarrierAccount as createEndpoint,
  MAX_CARRIER_ACCOUNTS,
} from './contract.ts';
import { kindOf, settingsOf } from './kinds.ts';
import { presentAccount } from './list-accounts.ts';
import { type AccountSettings, openAccount } from './open-account.ts';
import { openSettings, sealSettings } from './sealed-settings.ts';

interface Keeping {
  deps: Deps;
  tx: Transaction;
  actor: Actor;
}

/**
 * Makes another account of a carrier, or another gateway.
 * @throws validation_failed (kind, name, settings), not_allowed_now (as many as there may be)
 */
export async function makeAccount(
  { deps, tx, actor }: Keeping,
  { kind, name: own, settings, isOn }: BodyOf<typeof createEndpoint>,
): Promise<CarrierAccount> {
  const adapter = kindOf(kind);
  if (!adapter) throw invalidField('kind', sentence('carrierKind', { kind }));
  const name = `${adapter.name}-${own}`;
  const used = checked(deps, { name, adapter, settings });
  // No two at a time, so that there are never more than there may be.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended('carrier accounts', 0))`);
  const [found] = await tx.db
    .select({ accounts: count() })
    .from(carrierAccounts)
    .where(isNull(carrierAccounts.deletedAt));
  if ((found?.accounts ?? 0) >= MAX_CARRIER_ACCOUNTS)
    throw new Problem('not_allowed_now', sentence('carrierAccountsFull', { count: MAX_CARRIER_ACCOUNTS }));
  const row = {
    ...{ name, adapter: adapter.name, isOn, createdAt: tx.now, changedAt: tx.now },
    sealedSettings: sealSettings(deps.config, name, used),
  };
  const [made] = await tx.db.insert(carrierAccounts).values(row).onConflictDoNothing().returning();
  if (!made) throw invalidField('name', sentence('carrierAccountThere', { name }));
  await audit(tx, actor, 'carrier_account.made', { subject: name });
  return { ...presentAccount(deps, made), isOpen: true };
}

/**
 * Changes the settings of an account that an administrator made, or whether anything new goes there.
 * @throws not_found, validation_failed
 */
export async function changeAccount(
  { deps, tx, actor }: Keeping,
  { name, settings, isOn }: { name: string } & BodyOf<typeof changeEndpoint>,
): Promise<CarrierAccount> {
  const of = isAccount(name);
  const [row] = await tx.db.select().from(carrierAccounts).where(of).for('update');
  const adapter = row && kindOf(row.adapter);
  if (!row || !adapter) throw notFound('Carrier account');
  const before = openSettings(deps.config, name, row.sealedSettings) ?? {};
  const used = settings && checked(deps, { name, adapter, settings: { ...before, ...settings } });
  const set = {
    ...(used && { sealedSettings: sealSettings(deps.config, name, used) }),
    ...(isOn !== undefined && { isOn }),
    changedAt: nextChange(tx, row),
  };
  const [changed] = await tx.db.update(carrierAccounts).set(set).where(of).returning();
  if (!changed) throw notFound('Carrier account');
  const fields = [...Object.keys(settings ?? {}), ...(isOn === undefined ? [] : ['isOn'])];
  await audit(tx, actor, 'carrier_account.changed', { subject: name, detail: { fields, isOn: changed.isOn } });
  const shown = presentAccount(deps, changed);
  return used ? { ...shown, isOpen: true } : shown;
}

const isAccount = (name: string) => and(eq(carrierAccounts.name, name), isNull(carrierAccounts.deletedAt));

/** The next change has a later time in any case. */
const nextChange = ({ now }: Transaction, { changedAt }: { changedAt: Date }) =>
  new Date(Math.max(now.getTime(), changedAt.getTime() + 1));

/**
 * Deletes an account that an administrator made: nothing new goes there, it is shown no more, and its secrets are kept
 * only for as long as reports of what it sent may come.
 * @throws not_found, not_allowed_now (it is sending, or numbers belong to it)
 */
export async function deleteAccount({ tx, actor }: Omit<Keeping, 'deps'>, name: string): Promise<undefined> {
  const [row] = await tx.db.select().from(carrierAccounts).where(isAccount(name)).for('update');
  if (!row) throw notFound('Carrier account');
  const [sending] = await tx.db
    .select({ one: template`1` })
    .from(smsRecipients)
    .where(and(eq(smsRecipients.status, 'sending'), eq(smsRecipients.provider, name)))
    .limit(1);
  if (sending) throw new Problem('not_allowed_now', sentence('carrierAccountBusy', { name }));
  const [own] = await tx.db.select({ numbers: count() }).from(didNumbers).where(eq(didNumbers.provider, name));
  if (own && own.numbers > 0)
    throw new Problem('not_allowed_now', sentence('carrierAccountNumbers', { name, count: own.numbers }));
  const gone = { isOn: false, deletedAt: tx.now, changedAt: nextChange(tx, row) };
  await tx.db.update(carrierAccounts).set(gone).where(eq(carrierAccounts.name, name));
  await audit(tx, actor, 'carrier_account.deleted', { subject: name });
}

/** After the commit: this process uses a change before it answers, the others within seconds. */
export const useAtOnce = ({ carrierAccounts, log }: Deps): Promise<void> =>
  carrierAccounts.load().catch((error: unknown) => {
    log.warn({ error }, 'accounts of carriers were not read');
  });

/**
 * The settings that have a value, if the carrier can be opened with them.
 * @throws validation_failed naming what is wrong
 */
function checked(
  { config, sql, clock, log }: Deps,
  { name, adapter, settings }: { name: string; adapter: Adapter; settings: AccountSettings },
): AccountSettings {
  const known = new Set(settingsOf(adapter));
  const used = Object.fromEntries(Object.entries(settings).filter(([, value]) => value.trim() !== ''));
  const unknown = Object.keys(used).find((setting) => !known.has(setting));
  if (unknown !== undefined) throw wrongSettings([`${unknown}: is no setting of ${adapter.name}`]);
  try {
    openAccount({ config, sql, clock, log }, { name, adapter, settings: used });
  } catch (error) {
    if (error instanceof ConfigError) throw wrongSettings(error.faults);
    throw error;
  }
  return used;
}
