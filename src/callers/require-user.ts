import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { notFound } from '../platform/kit/errors.ts';

/** @throws not_found if there is no such account */
export async function requireUser({ db }: { db: Queryable }, userId: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
}

/** The account's row is locked, so that two simultaneous requests are counted one after the other. @throws not_found */
export async function lockUser({ db }: { db: Queryable }, userId: string): Promise<void> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  if (!owner) throw notFound('User');
}
