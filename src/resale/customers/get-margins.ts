import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { earnedIn } from '../../money/margins/margins.ts';
import { firstDayOfMonth } from '../../platform/kit/utc-month.ts';
import type * as contract from './contract.ts';

type Margins = ResponseOf<typeof contract.getMargins>;

const sumMargins = prepared<{ userId: string; month: string }, Margins>(
  (p) => template`
    with earned as (
      select month, amount, false as waits from margin_totals
      where reseller_id = ${p.userId}::uuid and customer_id = ${p.userId}::uuid
      union all
      select ${earnedIn}, amount, true from margin_earnings
      where reseller_id = ${p.userId}::uuid and credited_by is null
    )
    select (select count(*)::int from users where reseller_id = ${p.userId}::uuid) as customers,
      coalesce(sum(amount) filter (where month >= ${p.month}::date), 0)::numeric(14, 2)::text as month,
      coalesce(sum(amount), 0)::numeric(14, 2)::text as total,
      coalesce(sum(amount) filter (where waits), 0)::numeric(14, 2)::text as waiting
    from earned`,
);

/** The reseller's margin from all customers together. */
export async function getMargins(deps: Deps, userId: string): Promise<Margins> {
  const [sums] = await sumMargins(deps.sql, { userId, month: firstDayOfMonth(deps.clock.now()) });
  if (!sums) throw new Error('a sum returned no row');
  return sums;
}
