import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { countOr, type SetValues } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';

/**
 * Limits how many payments of an account may wait for a decision, because each one is looked up on its chain and
 * by an administrator.
 * @throws not_allowed_now
 */
export async function checkPendingPayments(
  tx: Transaction,
  { config: { pendingPayments }, set }: { config: Pick<Config, 'pendingPayments'>; set: SetValues },
  userId: string,
): Promise<void> {
  const most = countOr(set.of('pending_payments'), pendingPayments);
  if (most === null) return;
  // The lock makes simultaneous submissions wait, so that each one counts those before it.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`payments ${userId}`}, 0))`);
  const [row] = await tx.db.execute<{ waiting: number }>(template`
    select count(*)::int as waiting from transactions
    where user_id = ${userId} and status = 'pending' and cryptocurrency is not null`);
  if ((row?.waiting ?? 0) < most) return;
  throw new Problem('not_allowed_now', sentence('pendingFull', { count: most }));
}
