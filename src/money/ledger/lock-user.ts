import { sql as template } from 'drizzle-orm';
import { idList, prepared } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { LIMITED } from '../allowances/count-spend.ts';

export const lockedAccount = columnsOf(users, [
  ...(['role', 'status', 'resellerExpiresAt', 'credits', 'owed'] as const),
  ...LIMITED,
]);
/** A user's row as it is when it is locked. */
export type LockedUser = ReturnType<typeof lockedAccount.read>;

const lock = prepared<{ userId: string }, Record<string, unknown>>(
  (p) => template`select ${lockedAccount.list} from users where id = ${p.userId}::uuid for no key update`,
);

/** The same for a few accounts, in the order in which everybody locks several. */
export const lockUsers = prepared<{ [id: string]: string | null }, object>(
  () => template`select from users where id in (${idList('uuid')}) order by id for no key update`,
);

/**
 * Makes changes of a user's purchases wait for each other. This lock comes after the lock on a transaction that is
 * being settled, and before all other locks.
 * @returns the user as they are now
 * @throws not_found
 */
export async function lockUser({ sql }: Pick<Transaction, 'sql'>, userId: string): Promise<LockedUser> {
  const [user] = await lock(sql, { userId });
  if (!user) throw notFound('User');
  return lockedAccount.read(user);
}
