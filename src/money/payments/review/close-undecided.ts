import { sql as template } from 'drizzle-orm';
import { transact } from '../../../platform/events/transact.ts';
import { eachAlone } from '../../../platform/kit/each-alone.ts';
import { asRefusal, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { findPending } from './find-pending.ts';
import { close } from './reject.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

const BATCH = 100;

/**
 * Closes payments that have waited too long without a decision, with a mail to their owner. A payment that was seen on
 * a chain, or that an administrator approved, continues to wait, because money may have arrived.
 */
export async function closeUndecided(deps: Deps): Promise<void> {
  const { pendingPaymentDays: days } = deps.config;
  const before = new Date(deps.clock.now().getTime() - days * DAY_MS).toISOString();
  const reason = sentence('notVerifiedInTime', { count: days });
  for (;;) {
    const old = await deps.db.execute<{ id: string }>(template`
      select t.id from transactions t
      where t.status = 'pending' and t.cryptocurrency is not null
        and coalesce(t.submitted_at, t.created_at) < ${before}::timestamptz
        and not exists (select from second_words a
          where a.kind = 'payment' and a.subject = t.id::text and a.decided_at is null)
        and not exists (select from chain_evidence e where e.transaction_id = t.id and e.arrived is not null)
      order by t.id limit ${BATCH}`);
    const what = 'a payment that nobody decided could not be closed';
    const closed = await eachAlone({ log: deps.log, what, items: old, idOf: ({ id }) => id }, ({ id }) =>
      // A refusal: it was decided meanwhile.
      transact(deps, async (tx) => close(tx, await findPending(tx, id), { reason, by: null })).catch(asRefusal()),
    );
    if (closed < BATCH) return;
  }
}
