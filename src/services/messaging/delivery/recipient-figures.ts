import { sql as template, type SQL } from 'drizzle-orm';
import { addFiguresSql } from '../../../money/figures/add-figures.ts';

/**
 * The statement that adds to the figures what changed for some recipients. It can stand in a `with`.
 * @param changed a query with the columns of a recipient's row after the change: `message_id`, `number`, `status`,
 * `provider`, `cost`, `margin`, `carrier_cost`, `list_cost`, `list_prefix`, `price_prefix`; and before it: the same with `was` for
 * `status` and `was_` before the other names
 */
export const recipientFiguresSql = (changed: SQL): SQL =>
  addFiguresSql(template`
      select 'sms'::text as service, s.sign, m.sent_at as at, m.user_id, x.number, s.carrier, s.prefix, x.price_prefix,
        s.cost - s.margin as revenue, s.carrier_cost, s.list_cost,
        s.status in ('sent', 'delivered') or s.cost > 0 as paid
      from ${changed} x join sms_messages m on m.id = x.message_id cross join lateral (values
        (-1, x.was, x.was_provider, x.was_list_prefix, x.was_cost, x.was_margin, x.was_carrier_cost, x.was_list_cost),
        (1, x.status, x.provider, x.list_prefix, x.cost, x.margin, x.carrier_cost, x.list_cost)
      ) s (sign, status, carrier, prefix, cost, margin, carrier_cost, list_cost)
      -- Before a carrier took it, and while that is open, it adds nothing.
      where s.status in ('sent', 'delivered', 'failed')`);
