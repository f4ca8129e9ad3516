import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands, users } from '../../../db/schema/index.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';

/** Tells whether an account may buy credit in a coin: a reseller's customer only if the reseller allows it. */
export async function mayPayInCoins(db: Queryable, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ resellerId: users.resellerId, allowed: brands.cryptoPayments })
    .from(users)
    .leftJoin(brands, eq(brands.userId, users.resellerId))
    .where(eq(users.id, userId));
  return !user?.resellerId || user.allowed === true;
}

/** @throws not_allowed_now */
export function requireCoinPayments(mayPay: boolean): void {
  if (mayPay) return;
  throw new Problem('not_allowed_now', sentence('creditFromReseller'));
}
