import { sql as template } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';
import type { Deps } from '../../services/deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { startOfMonth } from '../../platform/kit/utc-month.ts';
import type * as contract from './contract.ts';

type Margins = ResponseOf<typeof contract.getMargins>;

const sumMargins = statement<{ userId: string; monthStart: Date }, Margins>(
  (p) => template`
    select (select count(*)::int from users where reseller_id = ${p.userId}::uuid) as customers,
      (select coalesce(sum(amount), 0) from margins where reseller_id = ${p.userId}::uuid
        and created_at >= ${p.monthStart}::timestamptz)::numeric(12, 2)::text as month,
      (select coalesce(sum(amount), 0) from margins
        where reseller_id = ${p.userId}::uuid)::numeric(12, 2)::text as total,
      (select coalesce(sum(amount), 0) from margins
        where reseller_id = ${p.userId}::uuid and credited_by is null)::numeric(12, 2)::text as waiting`,
);

/** What all customers together have left a reseller. */
export async function getMargins(deps: Deps, userId: string): Promise<Margins> {
  const [sums] = await sumMargins(deps.sql, { userId, monthStart: startOfMonth(deps.clock.now()) });
  if (!sums) throw new Error('a sum returned no row');
  return sums;
}
