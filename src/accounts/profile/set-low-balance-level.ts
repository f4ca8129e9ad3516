import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import type { User } from '../../callers/contract.ts';
import { readUser } from '../../callers/present-user.ts';
import { countAttempt, lowBalanceLevelLimit } from '../../callers/throttle.ts';

/**
 * Sets the balance below which an account's owner is told by mail. An owner who was told is told again only after the
 * balance has reached the level; from now on that is the new level.
 * @param level pounds as a decimal string; null: the owner is not told
 * @throws not_found
 */
export async function setLowBalanceLevel(
  { tx, actor }: Acting,
  { userId, level }: { userId: string; level: string | null },
): Promise<User> {
  const lowBalanceLevel = level === null ? null : parseMoney(level);
  const pounds = lowBalanceLevel === null ? null : formatMoney(lowBalanceLevel);
  const lowBalanceToldAt = template`case when ${users.credits} < ${pounds}::numeric or ${pounds}::numeric is null
    then ${users.lowBalanceToldAt} end`;
  const [account] = await tx.db
    .update(users)
    .set({ lowBalanceLevel, lowBalanceToldAt })
    .where(eq(users.id, userId))
    .returning({ email: users.email });
  if (!account) throw notFound('User');
  await audit(tx, actor, 'account.profile_changed', {
    subject: account.email,
    userId,
    detail: { fields: ['lowBalanceLevel'], level: pounds },
  });
  return readUser(tx.db, userId);
}

/** @throws rate_limited */
export const countLevelChange = (deps: Deps, userId: string): Promise<void> =>
  countAttempt(deps, lowBalanceLevelLimit(userId));
