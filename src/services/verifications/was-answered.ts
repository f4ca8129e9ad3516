import { and, eq, sql as template } from 'drizzle-orm';
import { idempotencyKeys } from '../../../db/schema/index.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';

/** Tells whether a request with this key was answered before: then it is answered again, however soon, and sends nothing. */
export async function wasAnswered(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  key: IdempotencyKey | null,
): Promise<boolean> {
  if (key === null) return false;
  const [found] = await db
    .select({ one: template<number>`1` })
    .from(idempotencyKeys)
    .where(
      and(
        ...[eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.method, key.method)],
        ...[eq(idempotencyKeys.path, key.path), eq(idempotencyKeys.key, key.key)],
      ),
    );
  return found !== undefined;
}
