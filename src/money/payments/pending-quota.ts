import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { countOr, readSettings } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/**
 * Limits how many payments of an account may wait for a decision, because each one is looked up on its chain and
 * by an administrator.
 * @throws not_allowed_now
 */
export async function checkPendingPayments(
  tx: Transaction,
  { pendingPayments }: Pick<Config, 'pendingPayments'>,
  userId: string,
): Promise<void> {
  const set = (await readSettings(tx.db, tx.now, 'pending_payments')).of('pending_payments');
  const most = countOr(set, pendingPayments);
  if (most === null) return;
  // The lock makes simultaneous submissions wait, so that each one counts those before it.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`payments ${userId}`}, 0))`);
  const [row] = await tx.db.execute<{ waiting: number }>(template`
    select count(*)::int as waiting from transactions
    where user_id = ${userId} and status = 'pending' and cryptocurrency is not null`);
  if ((row?.waiting ?? 0) < most) return;
  throw new Problem('not_allowed_now', sentence('pendingFull', { count: most }));
}
