import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { sql as template } from 'drizzle-orm';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { type Money, negate, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { lockUser } from '../ledger/lock-user.ts';
import { takeOrOwe } from '../ledger/debts.ts';
import { post } from '../ledger/post.ts';
import { booksBalance } from '../proof/differences.ts';
import { earnedIn } from './margins.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** How often margins are added to balances, and how often they are taken back. */
export const CREDIT_MARGINS_MS = 10 * MINUTE_MS;
export const TAKE_BACK_MARGINS_MS = MINUTE_MS;

/**
 * Adds waiting earned margins to the balances of their resellers, each margin once, even if several processes run
 * this. Nothing is added while the books do not balance. An error with one reseller is logged, and the others are
 * still credited.
 */
export async function creditMargins(host: Host): Promise<void> {
  if (!(await booksBalance(host.db))) {
    host.log.warn('margins wait: the books do not add up');
    return;
  }
  const resellers = await host.db.execute<Waiting>(template`
    select distinct reseller_id from margin_earnings where credited_by is null`);
  await creditEach(host, resellers);
}

/**
 * Takes paid margins back whose messages a carrier has refused after all, also while the books do not balance. Until
 * that is done nothing leaves the account (`owed-margins.ts`), so it does not wait for the next sum.
 */
export async function takeBackMargins(host: Host): Promise<void> {
  const owing = await host.db.execute<Waiting>(template`
    select reseller_id from margin_earnings m
    where credited_by is null and reseller_id in (
      select reseller_id from margin_earnings where credited_by is null and amount < 0)
    group by 1 having sum(amount) < 0`);
  await creditEach(host, owing);
}

type Host = TransactionHost & { sql: Sql; log: Logger };
type Waiting = { reseller_id: string };

async function creditEach(host: Host, resellers: readonly Waiting[]): Promise<void> {
  const items = resellers.map(({ reseller_id: id }) => id);
  const waiting = { log: host.log, what: 'margins could not be credited', items, idOf: (id: string) => id };
  await eachAlone(waiting, (id) => transact(host, (tx) => creditReseller(tx, id)));
}

/**
 * Adds the waiting margins to one reseller's balance. If more was taken back than earned, it takes the difference
 * from the balance; what the balance does not cover becomes a debt.
 * @throws not_found, validation_failed (the balance would be too large for its column)
 */
async function creditReseller(tx: Transaction, resellerId: string): Promise<void> {
  // One process at a time: the second one finds only what the first has left.
  await lockUser(tx, resellerId);
  const id = newId(tx.clock);
  const sum = await claimWaiting(tx, resellerId, id);
  if (sum === ZERO) return;
  const row = { id, userId: resellerId, type: 'reseller_margin', status: 'completed' } as const;
  if (sum > ZERO) {
    const earned = { ...row, amount: sum, wording: wording('marginsEarned') };
    await post(tx, earned, { change: sum, reason: 'reseller_margin' });
  } else {
    const back = { ...row, amount: negate(sum), wording: wording('marginsBack') };
    await takeOrOwe(tx, back, { amount: negate(sum), reason: 'reseller_margin' });
  }
}

/**
 * Marks the waiting margins as part of one transaction, counts them into the totals and sums them up. It changes
 * nothing if the sum is zero.
 */
async function claimWaiting(tx: Transaction, resellerId: string, creditedBy: string): Promise<Money> {
  const [claimed] = await tx.db.execute<{ sum: string }>(template`
    with claimed as (
      update margin_earnings set credited_by = ${creditedBy}::uuid
      where reseller_id = ${resellerId}::uuid and credited_by is null
        and (select sum(amount) from margin_earnings
          where reseller_id = ${resellerId}::uuid and credited_by is null) <> 0
      returning customer_id, ${earnedIn} as month, amount
    ),
    counted as (
      insert into margin_totals as total (reseller_id, customer_id, month, amount)
      select ${resellerId}::uuid, coalesce(customer_id, ${resellerId}::uuid), month, sum(amount)
      from claimed group by grouping sets ((customer_id, month), (month))
      on conflict (reseller_id, customer_id, month) do update set amount = total.amount + excluded.amount
    )
    select coalesce(sum(amount), 0)::numeric(12, 2)::text as sum from claimed`);
  return parseMoney(claimed?.sum ?? '0');
}
