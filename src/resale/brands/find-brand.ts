import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands, users } from '../../../db/schema/index.ts';
import { isServedAt } from '../../callers/registration/reseller-at-host.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import type { Brand, BrandSettings } from './contract.ts';
import { presentBrand, presentSettings } from './present-brand.ts';

/*
 * A brand stays when its reseller's package ends or the account is suspended: the customers continue, and their
 * portal keeps its name and looks. During that time the brand cannot be changed.
 */

/** The brand of a host name, in whatever spelling the caller sent it. */
export async function brandAtHost(db: Queryable, host: string | null): Promise<Brand | null> {
  const hostName = parseHostName(host ?? '');
  if (!hostName) return null;
  const [row] = await db.select().from(brands).where(isServedAt(hostName));
  return row ? presentBrand(row) : null;
}

/** The brand that a user sees: that of the reseller whose customer they are. @throws not_found */
export async function brandOfCustomer(db: Queryable, userId: string): Promise<Brand | null> {
  const [found] = await db
    .select({ brand: brands })
    .from(users)
    .leftJoin(brands, eq(brands.userId, users.resellerId))
    .where(eq(users.id, userId));
  if (!found) throw notFound('User');
  return found.brand && presentBrand(found.brand);
}

/** The settings of a reseller's brand; null if there are none yet. */
export async function readSettings(db: Queryable, resellerId: string): Promise<BrandSettings | null> {
  const [row] = await db.select().from(brands).where(eq(brands.userId, resellerId));
  return row ? presentSettings(row) : null;
}
