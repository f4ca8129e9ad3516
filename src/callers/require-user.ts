import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { notFound } from '../platform/kit/errors.ts';

/** @throws not_found if there is no such account */
export async function requireUser({ db }: { db: Queryable }, userId: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
}
