import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands } from '../../../db/schema/index.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';

/** Of a brand: that it is served under a host name, which the DNS has proven to be its reseller's. */
export const isServedAt = (hostName: string) =>
  and(eq(brands.hostName, hostName), isNotNull(brands.hostProvenAt));

/** The reseller whose portal is reached under a host name: who registers there becomes their customer. */
export async function resellerAtHost(db: Queryable, host: string | null): Promise<string | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [brand] = await db.select({ userId: brands.userId }).from(brands).where(isServedAt(hostName));
  return brand?.userId ?? null;
}
