import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { brands, users } from '../../db/schema/index.ts';

/** The name under which an account knows us: a reseller's customer has their account with the reseller's brand. */
export async function productNameFor(db: Queryable, userId: string): Promise<string> {
  const [brand] = await db
    .select({ name: brands.name })
    .from(users)
    .innerJoin(brands, eq(brands.userId, users.resellerId))
    .where(eq(users.id, userId));
  return brand?.name ?? 'Topline';
}
