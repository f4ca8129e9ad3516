import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { InvoiceItem } from '../../../db/enums.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Days } from '../accounts/movements.ts';

/** What an account used in a month, by the month of the charge: a refund belongs to its charge's invoice. */
export interface Usage {
  userId: string;
  /** The reseller's id where the account is a reseller's customer. */
  resellerId: string | null;
  /** The first day of the month of the charges. */
  charged: string;
  item: InvoiceItem;
  /** With the VAT in it, less refunds; below zero for charges of earlier months that were refunded in this one. */
  gross: Money;
}

/**
 * Reads what some accounts used. A reseller buys of us what their customers use too, at the customers' prices less the
 * margins that were earned.
 */
export async function readUsage(
  db: Queryable,
  userIds: readonly string[],
  { from, to }: Days,
): Promise<Usage[]> {
  const rows = await db.execute<Omit<Usage, 'gross'> & { gross: string }>(template`
    with span as (select ${from}::timestamp at time zone 'UTC' as start,
      (${to}::timestamp + interval '1 day') at time zone 'UTC' as ending),
    payer as (
      select u.id, u.reseller_id, u.id as used_by from users u
      where u.id in (${template.join(
        userIds.map((id) => template`${id}::uuid`),
        template`, `,
      )})
      union all
      select u.reseller_id, null, u.id from users u
      where u.reseller_id in (${template.join(
        userIds.map((id) => template`${id}::uuid`),
        template`, `,
      )})
    ),
    used as (
      select y.id, y.reseller_id, y.id <> y.used_by as by_customer, coalesce(c.type, t.type) as type,
        date_trunc('month', coalesce(c.settled_at, c.created_at, t.settled_at, t.created_at) at time zone 'UTC')::date
          as charged,
        case t.type when 'refund' then -t.amount else t.amount end as amount
      from span, payer y join transactions t on t.user_id = y.used_by
      left join transactions c on c.id = t.refunds_transaction_id
      where t.status in ('verified', 'completed') and coalesce(t.settled_at, t.created_at) >= span.start
        and coalesce(t.settled_at, t.created_at) < span.ending
        and t.type in ('sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package', 'other',
          'refund')
      union all
      select y.id, y.reseller_id, true, '', ${from}::date, -m.amount
      from span, payer y join transactions t on t.user_id = y.used_by
      join margin_earnings m on m.transaction_id = t.id and m.reseller_id = y.id
      where y.id <> y.used_by and m.created_at >= span.start and m.created_at < span.ending
    )
    select id::text as "userId", reseller_id::text as "resellerId", charged::text as charged,
      case when by_customer then 'customers' else case type
        when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
        when 'voice_package' then 'trunks' when 'reseller_package' then 'reseller_package' else 'other' end end as item,
      sum(amount)::numeric(12, 2)::text as gross
    from used group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 3, 4`);
  return rows.map(({ gross, ...row }) => ({ ...row, gross: parseMoney(gross) }));
}
