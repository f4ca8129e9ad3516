import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { notFound } from '../kit/errors.ts';
import { type Money, parseMoney } from '../ledger/money.ts';
import { isReseller, type TariffUser } from '../ledger/tariff.ts';
import { type NumberCountry, resellerPrice } from './catalogue.ts';

/** What a month of a number costs this user at this moment. */
export const priceFor = (country: NumberCountry, user: TariffUser, now: Date): Money =>
  parseMoney(isReseller(user, now) ? resellerPrice(country.monthlyPrice) : country.monthlyPrice);

/** What decides a user's prices. @throws not_found */
export async function readTariffUser(db: Queryable, userId: string): Promise<TariffUser> {
  const [user] = await db
    .select({ role: users.role, resellerExpiresAt: users.resellerExpiresAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound('User');
  return user;
}
