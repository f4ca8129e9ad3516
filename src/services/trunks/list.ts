import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Trunk } from './contract.ts';
import { readTrunks } from './read-trunks.ts';

/** A user's packages: ordered, running and expired. @throws not_found */
export async function listTrunks(
  deps: Deps,
  { userId, limit, before }: { userId: string } & { limit: number; before?: string | undefined },
): Promise<Page<Trunk>> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  const rows = await readTrunks(
    { db: deps.db, now: deps.clock.now(), config: deps.config },
    { userId, limit: limit + 1, before },
  );
  return Page.of(rows, limit);
}
