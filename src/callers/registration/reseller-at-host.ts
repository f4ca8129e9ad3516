import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands } from '../../../db/schema/index.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';

/** The reseller whose portal is reached under a host name: who registers there becomes their customer. */
export async function resellerAtHost(db: Queryable, host: string | null): Promise<string | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [brand] = await db
    .select({ userId: brands.userId })
    .from(brands)
    .where(eq(brands.hostName, hostName));
  return brand?.userId ?? null;
}
