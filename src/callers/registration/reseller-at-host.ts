import { and, eq, gt, isNotNull, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands, people, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';

/** A condition for a brand: it is served under a host name, and the DNS has proven that the name is its reseller's. */
export const isServedAt = (hostName: string) => and(eq(brands.hostName, hostName), isNotNull(brands.hostProvenAt));

/** The reseller whose portal has a host name: a person who registers there becomes their customer. */
export async function resellerAtHost(db: Queryable, host: string | null): Promise<string | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [brand] = await db.select({ userId: brands.userId }).from(brands).where(isServedAt(hostName));
  return brand?.userId ?? null;
}

/** The reseller of the account to which an address is invited, whose portal may have no host name of its own. */
export async function resellerInviting(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { linkId, email }: { linkId: string | null; email: string },
): Promise<string | null> {
  if (linkId === null) return null;
  const isTheirs = eq(template`lower(${people.email})`, email.toLowerCase());
  const [account] = await db
    .select({ resellerId: users.resellerId })
    .from(people)
    .innerJoin(users, eq(users.id, people.accountId))
    .where(and(eq(people.linkId, linkId), gt(people.linkUntil, now), isTheirs));
  return account?.resellerId ?? null;
}
