import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { shutAccount } from '../../callers/closing/shut-account.ts';
import { type Actor, suspended } from '../../callers/guards.ts';
import { oneAfterAnother } from '../../callers/suspend.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { letNumbersEnd } from '../../services/numbers/let-numbers-end.ts';
import { type closeAccount as endpoint, type Obstacle } from './contract.ts';
import { findObstacles } from './find-obstacles.ts';

/** Why it cannot be closed yet, and what its owner can do about it. */
const REASONS: Record<Obstacle, string> = {
  last_administrator: 'You are the last administrator: make another one first.',
  customers: 'You have customers: ask us to take them over, or have them close their accounts first.',
  owed: 'Something is owed: pay it, or write to us about it.',
  payments: 'A payment is waiting to be verified.',
  reversals: 'The reversal of a payment is waiting to be decided on.',
  orders: 'An order is open: pay it or cancel it.',
  messages: 'Messages are on their way: wait for them, or cancel them.',
  calls: 'A call is under way: end it.',
  numbers: 'A number is being set up: wait a moment.',
};

/**
 * Closes the caller's own account. The balance is given up as the caller was shown it, and no other sum; it is taken
 * when the account is erased, so that undoing it in time loses nothing.
 * @throws account_suspended (a moment ago), validation_failed (another address), not_allowed_now (something is open,
 *   or the balance is another one)
 */
export async function closeAccount(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { email, givesUp }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await oneAfterAnother(tx);
  const [account] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for('update');
  if (account?.status !== 'active') throw suspended();
  if (email.toLowerCase() !== account.email.toLowerCase()) {
    throw invalidField('email', 'This is not the email address of your account');
  }
  const [obstacle] = await findObstacles(tx.db, account.id, account.role === 'admin');
  if (obstacle) throw new Problem('not_allowed_now', REASONS[obstacle.kind]);
  const balance = formatMoney(account.credits);
  if (givesUp !== balance) {
    throw new Problem('not_allowed_now', `Your balance is £${balance} now. Please look at it again`);
  }
  await letNumbersEnd(tx, account.id);
  const eraseAt = await shutAccount({ tx, actor }, { account, detail: { balance } });
  return { eraseAt: eraseAt.toISOString() };
}
