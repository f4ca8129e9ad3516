import { and, eq, inArray } from 'drizzle-orm';
import { idempotencyKeys } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/** Forgets stored answers that have reached whoever asked, so that what is sent again in the same words is another message. */
export async function forgetAnswers(
  { db }: Pick<Deps, 'db'>,
  { userId, path, keys }: { userId: string; path: string; keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .delete(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.path, path), inArray(idempotencyKeys.key, [...keys])),
    );
}
