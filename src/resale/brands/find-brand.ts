import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands, users } from '../../../db/schema/index.ts';
import { isServedAt } from '../../callers/registration/reseller-at-host.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import type { Brand, BrandSettings } from './contract.ts';
import { presentBrand, presentSettings } from './present-brand.ts';

/*
 * A brand stays when its reseller's package runs out or the account is suspended: the customers go on,
 * and their portal does not turn into somebody else's overnight. It cannot be changed meanwhile.
 */

/** The brand of a host name, whatever a caller has put in its place. */
export async function brandAtHost(db: Queryable, host: string | null): Promise<Brand | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [row] = await db.select().from(brands).where(isServedAt(hostName));
  return row ? presentBrand(row) : null;
}

/** The brand that a user's screens carry: that of the reseller whose customer they are. @throws not_found */
export async function brandOfCustomer(db: Queryable, userId: string): Promise<Brand | null> {
  const [found] = await db
    .select({ brand: brands })
    .from(users)
    .leftJoin(brands, eq(brands.userId, users.resellerId))
    .where(eq(users.id, userId));
  if (!found) throw notFound('User');
  return found.brand && presentBrand(found.brand);
}

/** What a reseller has set; null before. */
export async function readSettings(db: Queryable, resellerId: string): Promise<BrandSettings | null> {
  const [row] = await db.select().from(brands).where(eq(brands.userId, resellerId));
  return row ? presentSettings(row) : null;
}
