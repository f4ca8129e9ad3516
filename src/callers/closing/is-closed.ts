import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { accountClosings } from '../../../db/schema/index.ts';

/** Whether its owner has closed an account, erased or not. */
export async function isClosed(db: Queryable, userId: string): Promise<boolean> {
  const [closing] = await db
    .select({ userId: accountClosings.userId })
    .from(accountClosings)
    .where(eq(accountClosings.userId, userId));
  return closing !== undefined;
}
