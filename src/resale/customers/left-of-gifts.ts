import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';

/**
 * The rest of the credit that a customer got from the reseller: all else is the customer's own.
 *
 * Spending is taken from the gifts first, and spending before a gift does not count against it. So
 * the gifts
 * are a sum that every charge lowers, never below zero; a charge counts without what was refunded of it. What
 * the
 * customer has bought since the last gift is never part of them: it stays even where the balance has paid a
 * reversal.
 */
export async function leftOfGifts(db: Queryable, customerId: string): Promise<Money> {
  const customer = template`${customerId}::uuid`;
  const [row] = await db.execute<{ left: string }>(template`
    with back as (
      select refunds_transaction_id as id, sum(balance_change) as amount from transactions
      where user_id = ${customer} and type = 'refund' group by 1
    ),
    moved as (
      select e.seq, t.id, t.type, e.amount + coalesce(back.amount, 0) as amount
      from ledger_entries e join transactions t on t.id = e.transaction_id left join back on back.id = t.id
      where e.user_id = ${customer} and t.type <> 'refund'
    ),
    summed as (
      select sum(amount) over (order by seq) as total from moved
      where type = 'credit_transfer' or (amount < 0 and type <> 'payment_reversal')
    ),
    gifts as (
      select coalesce((select sum(amount) from moved
        where type = 'credit_transfer' or (amount < 0 and type <> 'payment_reversal')), 0)
        - least(0, (select min(total) from summed)) as amount
    ),
    bought as (
      select coalesce(sum(m.amount - coalesce(reversed.amount, 0)), 0) as amount
      from moved m
      left join lateral (select sum(r.amount) as amount from payment_reversals r
        where r.transaction_id = m.id and r.reversal_transaction_id is not null) reversed on true
      where m.amount > 0 and m.type <> 'credit_transfer'
        and m.seq > (select max(seq) from moved where type = 'credit_transfer' and amount > 0)
    )
    select greatest(0, least(gifts.amount, u.credits - bought.amount))::numeric(12, 2)::text as left
    from users u, gifts, bought where u.id = ${customer}`);
  return parseMoney(row?.left ?? '0');
}
