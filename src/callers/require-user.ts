import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { notFound } from '../platform/kit/errors.ts';

type UserRow = typeof users.$inferSelect;

/** The row of an account. @throws not_found */
export async function requireUser({ db }: { db: Queryable }, userId: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  return user;
}

/** The account's row, locked, so that what changes it or counts on it is done one after the other. @throws not_found */
export async function lockUser(
  { db }: { db: Queryable },
  userId: string,
  strength: 'update' | 'no key update' = 'no key update',
): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for(strength);
  if (!user) throw notFound('User');
  return user;
}
