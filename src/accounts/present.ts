import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { apiKeys, users } from '../../db/schema/index.ts';
import { notFound } from '../kit/errors.ts';
import { formatMoney } from '../ledger/money.ts';
import type { User } from './contract.ts';
import { maskApiKey } from './credentials.ts';

export type UserRow = typeof users.$inferSelect;

/** The key that a user's `apiKey` field shows; others are named by whoever made them. */
export const DEFAULT_KEY = 'default';

/** A user as the contract shows them; the password never leaves the row. */
export function presentUser(row: UserRow, lastFour: string | null): User {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    company: row.company,
    phone: row.phone,
    role: row.role,
    status: row.status,
    credits: formatMoney(row.credits),
    resellerPackage: row.resellerPackage,
    resellerExpiresAt: row.resellerExpiresAt?.toISOString() ?? null,
    defaultCallerId: row.defaultCallerId,
    callerIdType: row.callerIdType,
    apiKey: lastFour ? maskApiKey(lastFour) : '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Reads one user as the contract shows them. @throws not_found */
export async function readUser(db: Queryable, id: string): Promise<User> {
  const [found] = await db
    .select({ user: users, lastFour: apiKeys.lastFour })
    .from(users)
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.userId, users.id), eq(apiKeys.name, DEFAULT_KEY), isNull(apiKeys.revokedAt)),
    )
    .where(eq(users.id, id));
  if (!found) throw notFound('User');
  return presentUser(found.user, found.lastFour);
}
