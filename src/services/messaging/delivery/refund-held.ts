import { and, asc, isNotNull, lt } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { stopWaiting } from './stop-waiting.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

const AT_ONCE = 20;

/** Refunds messages that have waited, for a suspended account or an administrator, for longer than the settings allow. */
export async function refundHeld(deps: Deps): Promise<void> {
  while ((await refundSome(deps)) === AT_ONCE) continue;
}

const refundSome = (deps: Deps): Promise<number> =>
  transact(deps, async (tx) => {
    const days = deps.config.heldRefundDays;
    const overdue = await tx.db
      .select()
      .from(smsMessages)
      .where(and(isNotNull(smsMessages.heldAt), lt(smsMessages.heldAt, new Date(tx.now.getTime() - days * DAY_MS))))
      .orderBy(asc(smsMessages.heldAt), asc(smsMessages.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    for (const message of overdue.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
      const why =
        message.heldFor === null ? `the account was suspended for ${days} days` : `nobody allowed it in ${days} days`;
      await stopWaiting(tx, message, `Not sent: ${why}`);
    }
    return overdue.length;
  });
