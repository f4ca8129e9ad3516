import { and, type AnyColumn, eq, gte, inArray, isNull, sql as template } from 'drizzle-orm';
import {
  apiKeys,
  knownDevices,
  passkeys,
  recoveryCodes,
  sessions,
  sipCredentials,
  totpSecrets,
  trunkAddresses,
  users,
  trunks,
  webhooks,
} from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { audit } from '../audit.ts';
import { securityChangedEvent } from '../events.ts';
import { announceKeys } from '../keys/api-keys.ts';
import { endPeople } from '../people/invite.ts';
import { NOBODYS_HASH } from '../../../db/data-map.ts';
import { voidLinks } from './mail-links.ts';

/**
 * Takes an account away from a person who registered somebody else's address: sessions, keys, webhooks, factors and the
 * password end. Call it when a person without a session of the account proves for the first time that they own the
 * address. The caller has locked the account's row.
 * @param factorsSince second factors that were added before this time belong to the owner and stay; without it, all end
 */
export async function reclaimAccount(
  tx: Transaction,
  { userId, email, factorsSince }: { userId: string; email: string; factorsSince?: Date },
): Promise<void> {
  await tx.db.update(users).set({ password: NOBODYS_HASH, updatedAt: tx.now }).where(eq(users.id, userId));
  await endAccess(tx, userId, factorsSince);
  await audit(tx, userId, 'account.reclaimed', { subject: email, userId });
}

/**
 * Ends every way to enter or to watch an account, except its password: sessions, known devices, keys, factors,
 * webhooks, the credentials and addresses of its trunks, and the links in its mails. The caller has locked its row.
 * @param factorsSince second factors that were added before this time stay; without it, none stay
 */
export async function endAccess(tx: Transaction, userId: string, factorsSince?: Date): Promise<void> {
  await tx.db.delete(sessions).where(eq(sessions.userId, userId));
  await endPeople(tx, userId);
  await tx.db.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await revokeKeys(tx, userId);
  await removeFactors(tx, userId, factorsSince ?? null);
  tx.publish(securityChangedEvent, userId, { userId, what: 'second-factor' });
  await tx.db.delete(webhooks).where(eq(webhooks.userId, userId));
  const trunkIds = tx.db.select({ id: trunks.id }).from(trunks).where(eq(trunks.userId, userId));
  await tx.db.delete(sipCredentials).where(inArray(sipCredentials.trunkId, trunkIds));
  await tx.db.delete(trunkAddresses).where(inArray(trunkAddresses.trunkId, trunkIds));
  await voidLinks(tx, userId);
  tx.endCredentials({ userId });
}

/** @param since second factors from before this time belong to the owner; null: all of them end */
async function removeFactors(tx: Transaction, userId: string, since: Date | null): Promise<void> {
  const isNew = (createdAt: AnyColumn) => (since === null ? undefined : gte(createdAt, since));
  await tx.db.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), isNew(totpSecrets.createdAt)));
  await tx.db.delete(passkeys).where(and(eq(passkeys.userId, userId), isNew(passkeys.createdAt)));
  const account = await noteFactors(tx, userId);
  if (account?.hasSecondFactor) return;
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Notes on an account whether it has a second factor. The caller has locked its row. */
export async function noteFactors(tx: Transaction, userId: string) {
  const [account] = await tx.db
    .update(users)
    .set({
      hasSecondFactor: template`exists (select from ${passkeys} where ${passkeys.userId} = ${userId}::uuid)
        or exists (select from ${totpSecrets}
          where ${totpSecrets.userId} = ${userId}::uuid and ${totpSecrets.confirmedAt} is not null)`,
      updatedAt: tx.now,
    })
    .where(eq(users.id, userId))
    .returning({ hasSecondFactor: users.hasSecondFactor, role: users.role });
  return account;
}

/** Ends all keys of an account, and their streams. @returns how many there were */
export async function revokeKeys(tx: Transaction, userId: string): Promise<number> {
  const ended = await tx.db
    .update(apiKeys)
    .set({ revokedAt: tx.now })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  for (const { id } of ended) tx.endCredentials({ userId, only: id });
  if (ended.length > 0) announceKeys(tx, userId);
  return ended.length;
}
