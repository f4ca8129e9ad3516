import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';

/** @throws not_found if there is no such account */
export async function requireAccount({ deps }: { deps: Deps }, userId: string): Promise<void> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
}
