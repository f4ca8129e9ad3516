import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { COINS } from '../payments/catalogue.ts';
import { look } from './look.ts';
import { readPayment } from './payment.ts';
import { record } from './record.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** How often a process checks for due lookups; each payment has its own due time. */
export const WATCH_MS = 5000;

/** Longer than a lookup can take, so that no other process looks meanwhile. */
const CLAIM_MS = MINUTE_MS;
const AT_ONCE = 10;
/** A run ends after this time even if more is due, because a process that stops waits for its current run. */
const RUN_MS = 5000;
/** More lookups are left to the next run, and to other processes. */
const NEWLY_WATCHED = 500;

/** A payment that was verified before anybody looked is looked at within this time. */
const SETTLED_HOURS = 24;

/** Payments that wait, and those that were verified before anybody looked. */
const startWatching = prepared<{ coins: readonly string[]; now: Date }, Record<never, never>>(
  (p) => template`
    insert into chain_evidence (transaction_id, transaction_hash, confirmations_wanted, next_check_at)
    select t.id, t.transaction_hash, 1, ${p.now}::timestamptz from transactions t
    where (t.status = 'pending' or (t.status = 'verified'
        and t.settled_at > ${p.now}::timestamptz - make_interval(hours => ${template.raw(String(SETTLED_HOURS))})))
      and t.transaction_hash is not null and t.cryptocurrency = any(${p.coins}::text[])
      and not exists (select from chain_evidence e where e.transaction_id = t.id)
    order by t.id desc limit ${template.raw(String(NEWLY_WATCHED))}
    on conflict do nothing`,
);

/** A payment that was rejected meanwhile is no longer watched. */
const claimDue = prepared<{ coins: readonly string[]; now: Date; until: Date }, { id: string; status: string }>(
  (p) => template`
    with due as (
      select e.transaction_id, t.status from chain_evidence e join transactions t on t.id = e.transaction_id
      where e.next_check_at <= ${p.now}::timestamptz and t.cryptocurrency = any(${p.coins}::text[])
      order by e.next_check_at limit ${template.raw(String(AT_ONCE))} for update of e skip locked
    )
    update chain_evidence e
    set next_check_at = case when due.status in ('pending', 'verified') then ${p.until}::timestamptz end
    from due where due.transaction_id = e.transaction_id
    returning e.transaction_id as id, due.status`,
);

/**
 * Looks up the payments that are due and whose hash a chain can be asked for: those that wait, and those that were
 * verified and may still go away. Several processes may do this:
 * each payment is claimed by one process, and by another if the first ends during its lookup.
 */
export async function watchPayments(deps: Deps): Promise<void> {
  const coins = COINS.filter(({ chain }) => deps.config.chains.endpoints[chain].length > 0).map(({ id }) => id);
  if (coins.length === 0) return;
  await startWatching(deps.sql, { coins, now: deps.clock.now() });
  const end = performance.now() + RUN_MS;
  do {
    const now = deps.clock.now();
    const claimed = await claimDue(deps.sql, { coins, now, until: new Date(now.getTime() + CLAIM_MS) });
    if (claimed.length === 0) return;
    await Promise.all(claimed.filter(({ status }) => status !== 'failed').map(({ id }) => lookAt(deps, id)));
  } while (performance.now() < end);
}

async function lookAt(deps: Deps, id: string): Promise<void> {
  const payment = await readPayment(deps.db, deps.config, id);
  if (!payment?.transactionHash) return;
  const { transactionHash, outputIndex } = payment;
  const finding = await look(deps, payment, { transactionHash, outputIndex });
  await transact(deps, (tx) => record(tx, deps.config, { payment, finding }));
}
