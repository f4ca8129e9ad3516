import { sql as template, type SQL } from 'drizzle-orm';
import { callingCodeSql } from './calling-code-sql.ts';
import { destinationSql } from './destination-sql.ts';

/*
 * A row alone decides what a message to a recipient, a call, a number or a package adds to the figures. So
 * whoever changes a row adds the figures of the new row and takes away those of the old one, and the sum
 * stays exact however often it changes.
 */

/**
 * The statement that adds what changed to the figures. It can stand in a `with`.
 *
 * A unit that the customer does not pay for costs nothing, unless the carrier says so.
 * @param states the states before and after a change: a query with the columns `service`, `sign` (-1 for the state
 * before, 1 for the state after), `at` (when it was accepted), `user_id`, `number` (E.164; empty for a package),
 * `carrier`, `prefix` (of the row of the carrier's price list; null if it has none), `price_prefix` (of the list by
 * which we sold it; null if none was in use), `paid` (whether the customer pays for it and a carrier took it), `revenue` (of what is paid: less what is a reseller's), `carrier_cost` (as the carrier
 * said; null if it said nothing) and `list_cost` (by the carrier's price list; null if it has none)
 */
export const addFiguresSql = (states: SQL): SQL => template`
  insert into uncounted_figures (changes)
  select json_agg(changed) from (
    select (s.at at time zone 'UTC')::date as day, s.service, s.user_id, coalesce(s.carrier, '') as carrier,
      ${callingCodeSql(template`s.number`)} as code, coalesce(${destinationSql(template`s`)}, '') as destination,
      coalesce(sum(s.sign) filter (where s.paid), 0) as units,
      coalesce(sum(s.sign * s.revenue) filter (where s.paid), 0) as revenue,
      sum(s.sign * case when s.paid then coalesce(s.carrier_cost, s.list_cost, 0) else coalesce(s.carrier_cost, 0) end)
        as cost,
      coalesce(sum(s.sign) filter (where s.paid and s.carrier_cost is null and s.list_cost is null), 0) as uncosted,
      coalesce(sum(s.sign * s.revenue) filter (where s.paid and s.carrier_cost is null and s.list_cost is null), 0)
        as uncosted_revenue,
      coalesce(sum(s.sign * s.carrier_cost) filter (where s.paid and s.list_cost is not null), 0) as charged,
      coalesce(sum(s.sign * s.list_cost) filter (where s.paid and s.carrier_cost is not null), 0) as listed
    from (${states}) s group by 1, 2, 3, 4, 5, 6
  ) changed
  where (units, revenue, cost, uncosted, uncosted_revenue, charged, listed) is distinct from (0, 0, 0, 0, 0, 0, 0)
  having count(*) > 0`;
