import { and, eq, isNull, sql as template, desc, getTableColumns } from 'drizzle-orm';
import { apiKeys, smppAccounts } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type ApiKey, scope } from './contract.ts';
import type { User } from '../contract.ts';
import { hashToken, newApiKey } from '../credentials.ts';
import { maskApiKey } from '../../shared/mask.ts';
import { type Acting, type Actor, type Owned, audit } from '../audit.ts';
import { securityChangedEvent } from '../events.ts';
import { lockUser } from '../require-user.ts';
import type { Deps } from '../deps.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;
/** The purpose and the reach of a key: its successor has the same. */
export type KeyBounds = Pick<ApiKeyRow, 'name' | 'scopes' | 'expiresAt' | 'addresses'> &
  Partial<Pick<ApiKeyRow, 'isTest' | 'dailyLimit' | 'spentToday' | 'spentOn'>>;

/** A key as its owner sees it. */
export const presentApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  mask: maskApiKey(row.lastFour, row.isTest),
  test: row.isTest,
  dailyLimit: row.dailyLimit === null ? null : formatMoney(row.dailyLimit),
  scopes: row.scopes === null ? null : scope.array().parse(row.scopes),
  addresses: row.addresses,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** The account, held until the commit, so that its keys change one after another. @throws not_found */
export const lockKeysOf = (tx: Transaction, userId: string): Promise<Pick<User, 'email' | 'role'>> =>
  lockUser(tx, userId, 'update');

/**
 * The same as `lockKeysOf`, for a caller who will get a key of the account. Nobody gets a key of another
 * administrator, because one person could then give both approvals where two people have to agree.
 * @throws not_found, forbidden
 */
export async function lockForNewKey(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<Pick<User, 'email' | 'role'>> {
  const account = await lockKeysOf(tx, userId);
  if (account.role === 'admin' && actor.id !== userId) throw notTheirs();
  return account;
}

/** An administrator may do this to their own account only. */
export const notTheirs = () => new Problem('forbidden', 'Only this administrator themselves can do that');

/** Gives a user a new key, in full; an earlier key of the same name has been revoked before. */
export async function addApiKey(tx: Transaction, userId: string, bounds: KeyBounds): Promise<ApiKey & { key: string }> {
  const key = newApiKey(bounds.isTest);
  const [row] = await tx.db
    .insert(apiKeys)
    .values({
      id: newId(tx.clock),
      userId,
      ...bounds,
      addresses: bounds.addresses && networksOf(bounds.addresses),
      tokenHash: hashToken(key),
      lastFour: key.slice(-4),
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error('a key was not stored');
  return { ...presentApiKey(row), key };
}

/** Networks as PostgreSQL keeps them: without the bits beyond their prefix. */
export const networksOf = (networks: readonly string[]) => template<string[]>`array(
  select network(each::inet) from unnest(string_to_array(${networks.join(',')}, ',')) each)`;

/** Ends one of a user's keys, and its streams; null if they have no such key. */
export async function endApiKey(
  tx: Transaction,
  userId: string,
  which: { id: string } | { name: string },
): Promise<ApiKeyRow | null> {
  const [ended] = await tx.db
    .update(apiKeys)
    .set({ revokedAt: tx.now })
    .where(
      and(
        eq(apiKeys.userId, userId),
        'id' in which ? eq(apiKeys.id, which.id) : eq(apiKeys.name, which.name),
        isNull(apiKeys.revokedAt),
      ),
    )
    .returning();
  if (!ended) return null;
  tx.endCredentials({ userId, only: ended.id });
  return ended;
}

/** Tells the user's screens that their keys have changed. */
export function announceKeys(tx: Transaction, userId: string): void {
  tx.publish(securityChangedEvent, userId, { userId, what: 'api-keys' });
}

/**
 * Ends a key of an account: it stops working and its streams close.
 * @throws not_found, also for a key of another account
 */
export async function revokeApiKey({ tx, actor }: Acting, { userId, keyId }: Owned<'keyId'>): Promise<void> {
  const account = await lockKeysOf(tx, userId);
  const ended = await endApiKey(tx, userId, { id: keyId });
  if (!ended) throw notFound('API key');
  announceKeys(tx, userId);
  await audit(tx, actor, 'api_key.revoked', { subject: account.email, userId, detail: { name: ended.name } });
}

/** The working keys of an account, newest first, but those of SMPP. */
export async function listApiKeys({ db, keyUses }: Deps, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .select(getTableColumns(apiKeys))
    .from(apiKeys)
    .leftJoin(smppAccounts, eq(smppAccounts.keyId, apiKeys.id))
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), isNull(smppAccounts.keyId)))
    .orderBy(desc(apiKeys.id));
  return rows.map((row) => {
    // This process may have seen a later use than the stored one.
    const lastUsedAt = keyUses.get(row.tokenHash) ?? row.lastUsedAt;
    return presentApiKey({ ...row, lastUsedAt });
  });
}
