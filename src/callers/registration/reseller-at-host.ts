import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands } from '../../../db/schema/index.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';

/**
 * A condition for a brand: it is served under a host name, and the DNS has proven that the name is its
 * reseller's.
 */
export const isServedAt = (hostName: string) => and(eq(brands.hostName, hostName), isNotNull(brands.hostProvenAt));

/** The reseller whose portal has a host name: a person who registers there becomes their customer. */
export async function resellerAtHost(db: Queryable, host: string | null): Promise<string | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [brand] = await db.select({ userId: brands.userId }).from(brands).where(isServedAt(hostName));
  return brand?.userId ?? null;
}
