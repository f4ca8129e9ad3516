import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { apiKeys, smppAccounts } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { presentApiKey } from './api-keys.ts';
import type { ApiKey } from './contract.ts';

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
