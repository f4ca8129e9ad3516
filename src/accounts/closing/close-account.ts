import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Acting } from '../../callers/audit.ts';
import { shutAccount } from '../../callers/closing/shut-account.ts';
import { requireNotClosed } from '../../callers/closing/is-closed.ts';
import { notTheirs } from '../../callers/keys/api-keys.ts';
import type { UserRow } from '../../callers/present-user.ts';
import { suspended } from '../../callers/caller.ts';
import { oneAfterAnother } from '../../callers/suspend.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, type SentenceCode, invalidField, sentence } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { letNumbersEnd } from '../../services/numbers/end-numbers.ts';
import { type closeAccount as endpoint, type Obstacle } from './contract.ts';
import { findObstacles } from './find-obstacles.ts';
import { lockUser } from '../../callers/require-user.ts';

/** Why the account cannot be closed yet, and what its owner can do. */
const REASONS = {
  last_administrator: 'closingLastAdministrator',
  customers: 'closingCustomers',
  owed: 'closingOwed',
  payments: 'closingPayments',
  reversals: 'closingReversals',
  orders: 'closingOrders',
  messages: 'closingMessages',
  calls: 'closingCalls',
  numbers: 'closingNumbers',
  ports: 'closingPorts',
} as const satisfies Record<Obstacle, SentenceCode>;

/**
 * Closes the caller's own account. The caller gives up the balance that was shown, and only that sum; it is taken
 * when the account is erased, so that undoing the closing in time loses nothing.
 * @throws account_suspended (meanwhile), validation_failed (the address is not the account's), not_allowed_now
 *   (something is open, or the balance has changed)
 */
export async function closeAccount(
  { tx, actor }: Acting,
  { email, givesUp }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await oneAfterAnother(tx);
  const [account] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for('update');
  if (account?.status !== 'active') throw suspended();
  if (email.toLowerCase() !== account.email.toLowerCase()) {
    throw invalidField('email', sentence('closingOtherAddress'));
  }
  return { eraseAt: (await close({ tx, actor }, account, givesUp)).toISOString() };
}

/**
 * Closes an account as its owner asked an administrator.
 * @throws not_found, forbidden (an administrator's), not_allowed_now (closed, something is open, or the balance changed)
 */
export async function closeForOwner(
  { tx, actor }: Acting,
  { userId, givesUp }: { userId: string; givesUp: string },
): Promise<void> {
  await oneAfterAnother(tx);
  const account = await lockUser(tx, userId, 'update');
  if (account.role === 'admin') throw notTheirs();
  await requireNotClosed(tx.db, userId);
  await close({ tx, actor }, account, givesUp);
}

async function close({ tx, actor }: Acting, account: UserRow, givesUp: string): Promise<Date> {
  const [obstacle] = await findObstacles(tx.db, account.id, account.role === 'admin');
  if (obstacle) throw new Problem('not_allowed_now', sentence(REASONS[obstacle.kind]));
  const balance = formatMoney(account.credits);
  if (givesUp !== balance) {
    throw new Problem('not_allowed_now', sentence('closingOtherBalance', { balance: `£${balance}` }));
  }
  await letNumbersEnd(tx, account.id);
  return shutAccount({ tx, actor }, { account, detail: { balance } });
}
