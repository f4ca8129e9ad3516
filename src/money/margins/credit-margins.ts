import type { Sql } from 'postgres';
import { sql as template } from 'drizzle-orm';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { type Money, negate, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { post } from '../ledger/post.ts';

/** How often margins are added to balances. */
export const CREDIT_MARGINS_MS = 10 * 60_000;

/**
 * Adds the margins that wait to the balances of their resellers, each once, however many processes do
 * so. Where refunds outweigh them and the balance does not cover it, they wait for more.
 */
export async function creditMargins(host: TransactionHost & { sql: Sql }): Promise<void> {
  const resellers = await host.sql<{ reseller_id: string }[]>`
    select distinct reseller_id from margins where credited_by is null`;
  for (const { reseller_id: resellerId } of resellers) {
    await transact(host, (tx) => creditReseller(tx, resellerId)).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.reason !== 'insufficient_credits') throw error;
    });
  }
}

async function creditReseller(tx: Transaction, resellerId: string): Promise<void> {
  // One at a time: whoever comes second finds what the first has left.
  await tx.db.execute(
    template`select pg_advisory_xact_lock(hashtextextended(${`margins ${resellerId}`}, 0))`,
  );
  const id = newId(tx.clock);
  const sum = await claimWaiting(tx, resellerId, id);
  if (sum === ZERO) return;
  await post(
    tx,
    {
      id,
      userId: resellerId,
      type: 'reseller_margin',
      status: 'completed',
      amount: sum < ZERO ? negate(sum) : sum,
      description: sum < ZERO ? `Margins given back to customers` : `Margins on customers' usage`,
    },
    sum,
    'reseller_margin',
  );
}

/** Marks what waits as part of one transaction and adds it up; nothing where it comes to nothing. */
async function claimWaiting(tx: Transaction, resellerId: string, creditedBy: string): Promise<Money> {
  const [claimed] = await tx.db.execute<{ sum: string }>(template`
    with claimed as (
      update margins set credited_by = ${creditedBy}::uuid
      where reseller_id = ${resellerId}::uuid and credited_by is null
        and (select sum(amount) from margins
          where reseller_id = ${resellerId}::uuid and credited_by is null) <> 0
      returning amount
    )
    select coalesce(sum(amount), 0)::numeric(12, 2)::text as sum from claimed`);
  return parseMoney(claimed?.sum ?? '0');
}
