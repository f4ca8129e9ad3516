import { and, desc, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { presentApiKey } from './api-keys.ts';
import type { ApiKey } from './contract.ts';

/** The working keys of an account, newest first. */
export async function listApiKeys({ db, keyUses }: Deps, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id));
  return rows.map((row) => {
    // This process may have seen a later use than the stored one.
    const lastUsedAt = keyUses.get(row.tokenHash) ?? row.lastUsedAt;
    return presentApiKey({ ...row, lastUsedAt });
  });
}
