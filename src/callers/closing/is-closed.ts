import { eq, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { accountClosings } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { audit } from '../audit.ts';

const find = prepared<{ userId: string }, object>(
  (p) => template`select from account_closings where user_id = ${p.userId}::uuid`,
);

/** Tells whether its owner has closed an account, erased or not. */
export async function isClosed(db: Queryable, userId: string): Promise<boolean> {
  const [closing] = await find(driverOf(db), { userId });
  return closing !== undefined;
}

/** Nobody gives credit to a closed account: nobody could use it, and its balance is given up. @throws not_allowed_now */
export async function requireNotClosed(db: Queryable, userId: string): Promise<void> {
  if (await isClosed(db, userId)) throw new Problem('not_allowed_now', sentence('closedByOwner'));
}

/** Notes that nothing says any more who the owner of a closed account was. */
export async function noteErased(tx: Transaction, userId: string): Promise<void> {
  await tx.db.update(accountClosings).set({ erasedAt: tx.now }).where(eq(accountClosings.userId, userId));
  await audit(tx, null, 'account.erased', { userId });
}
