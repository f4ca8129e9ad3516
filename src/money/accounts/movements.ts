import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { parseMoney, type Money } from '../../platform/kit/money.ts';
import { ACCOUNT_OF_POSTING } from './account-of-posting.ts';
import type { AccountNumber } from '../../../db/enums.ts';

/** From the first day to the last, which belongs to it. UTC days, `2026-11-01`. */
export interface Days {
  from: string;
  to: string;
}

/** The movement on an account, a debit above zero; `day` is the span's first day unless the movements are asked day by day. */
export interface Movement {
  day: string;
  account: AccountNumber;
  amount: Money;
}

interface Span extends Days {
  byDay: boolean;
  /** True where `from` is the first day that is not closed: it takes in what carriers said later of closed months. */
  afterClosed: boolean;
}

/**
 * The movements on each account of the books, computed from the rows that the ledger, margins, figures and invoices wrote.
 * Both sides are in it, so that the sum of each day is zero.
 */
export async function readMovements(db: Queryable, span: Span): Promise<Movement[]> {
  const rows = await db.execute<{ day: string; account: AccountNumber; amount: string }>(movementsSql(span));
  return rows.map(({ amount, ...row }) => ({ ...row, amount: parseMoney(amount) }));
}

function movementsSql({ from, to, byDay, afterClosed }: Span): SQL {
  const start = template`${from}::date`;
  const end = template`(${to}::date + 1)`;
  const dayOf = (at: SQL) => (byDay ? template`(${at} at time zone 'UTC')::date` : start);
  const within = (at: SQL) => template`${at} >= ${start}::timestamp at time zone 'UTC'
    and ${at} < ${end}::timestamp at time zone 'UTC'`;
  return template`
    with bounds as materialized (
      select at::date as at, lag(at::date) over (order by at) as day
      from ${
        byDay
          ? template`generate_series(${start}::timestamp, ${end}::timestamp, interval '1 day')`
          : template`(values (${start}), (${end}))`
      } bound (at)
    ),
    deferred as materialized (${deferredSql(start, end)}),
    costs as materialized (
      select b.at, ${
        afterClosed
          ? template`case when b.day is null
        then (select coalesce(sum(amount), 0) from month_balances where account = '5000')
        else round(coalesce(sum(c.cost), 0), 2) end`
          : template`round(coalesce(sum(c.cost), 0), 2)`
      } as cost
      from bounds b left join (
        select day, sum(cost) as cost from (
          select day, cost from figures where by = 'all' union all select day, cost from figure_changes) f
        group by day
      ) c on c.day < b.at
      group by b.at, b.day
    ),
    moved as (
      select ${dayOf(template`p.created_at`)} as day, ${template.raw(ACCOUNT_OF_POSTING)} as account, p.amount
      from postings p left join transactions t on p.account = 'adjustments' and t.id = p.transaction_id
      where ${within(template`p.created_at`)}
      union all
      select ${dayOf(template`m.created_at`)}, side.account, side.sign * m.amount
      from margin_earnings m, (values ('5100', 1), ('2100', -1)) side (account, sign)
      where ${within(template`m.created_at`)}
      union all
      select b.day, side.account, side.sign * (coalesce(d.amount, 0) - coalesce(before.amount, 0))
      from bounds b
      cross join (values ('4200'), ('4300'), ('4400')) kind (account)
      left join deferred d on d.at = b.at and d.account = kind.account
      left join deferred before on before.at = b.day and before.account = kind.account
      cross join lateral (values (kind.account, 1), ('2200', -1)) side (account, sign)
      where b.day is not null
      union all
      select b.day, side.account, side.sign * (c.cost - before.cost)
      from bounds b join costs c on c.at = b.at join costs before on before.at = b.day,
        (values ('5000', 1), ('1300', -1)) side (account, sign)
      union all
      select ${byDay ? template`i.booked_on` : start}, side.account,
        side.sign * case i.kind when 'invoice' then i.vat else -i.vat end
      from invoices i, (values ('4800', 1), ('2300', -1)) side (account, sign)
      where i.issuer = '' and i.booked_on >= ${start} and i.booked_on < ${end}
    )
    select day::text as day, account, sum(amount)::numeric(16, 2)::text as amount
    from moved group by 1, 2 having sum(amount) <> 0 order by 1, 2`;
}

/**
 * The part of packages and months of numbers that is not earned yet at the beginning of each bound's day: of what is
 * paid less what was given back by then, the share of the days that are left. It follows from charges alone.
 */
const deferredSql = (start: SQL, end: SQL): SQL => template`
  select b.at, c.account, sum(round(
    (c.amount - (select coalesce(sum(r.amount), 0) from transactions r where r.refunds_transaction_id = c.id
      and r.created_at < b.at::timestamp at time zone 'UTC'))
    * least(c.ends - b.at, c.ends - c.begins)::numeric / (c.ends - c.begins), 2)) as amount
  from bounds b
  join (
    select t.id, t.amount, (coalesce(t.settled_at, t.created_at) at time zone 'UTC')::date as paid,
      case t.type when 'did_purchase' then '4200' when 'voice_package' then '4300' else '4400' end as account,
      (coalesce(r.starts_at, t.settled_at, t.created_at) at time zone 'UTC')::date as begins,
      (case t.type
        when 'did_purchase' then coalesce(t.settled_at, t.created_at) + interval '1 month'
        when 'voice_package' then case when t.wording ->> 'code' = 'trunkUpgrade' then
          greatest(p.expires_at, t.settled_at + interval '1 day') else t.settled_at + interval '1 year' end
        else coalesce(r.expires_at, t.settled_at + interval '1 month') end at time zone 'UTC')::date as ends
    from transactions t
    left join reseller_terms r on r.transaction_id = t.id
    left join voice_packages p on p.id = t.voice_package_id
    where t.type in ('did_purchase', 'voice_package', 'reseller_package') and t.status in ('verified', 'completed')
      and coalesce(t.settled_at, t.created_at) >= ${start} - interval '25 months'
      and coalesce(t.settled_at, t.created_at) < ${end}::timestamp at time zone 'UTC'
  ) c on c.paid < b.at and c.ends > b.at and c.ends > c.begins
  group by 1, 2`;
