import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { addFiguresSql } from './add-figures.ts';

/**
 * Adds a number's month or a package to the figures when it is paid, or takes it away when it is given back. What a
 * carrier asks for a number is not known; a package itself costs nothing, its minutes do.
 * @param id the transaction that paid for it, with its margin; of any other type it adds nothing
 * @param sign -1: it is given back
 */
export async function addSale(tx: Transaction, id: string, sign: 1 | -1): Promise<void> {
  await tx.db.execute(
    addFiguresSql(template`
      select case t.type when 'did_purchase' then 'number' when 'voice_package' then 'trunk' else t.type end as service,
        ${sign}::integer as sign, coalesce(t.settled_at, t.created_at) as at, t.user_id,
        coalesce(t.sold_number, '') as number, t.sold_of as carrier, null::text as prefix, null::text as price_prefix, true as paid,
        t.amount - coalesce(m.amount, 0) as revenue, null::numeric as carrier_cost,
        case when t.type <> 'did_purchase' then 0 end as list_cost
      from transactions t left join margins m on m.transaction_id = t.id
      where t.id = ${id}::uuid and t.type in ('did_purchase', 'voice_package', 'reseller_package')
        and t.status in ('completed', 'verified')`),
  );
}
