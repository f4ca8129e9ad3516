import { sql as template } from 'drizzle-orm';
import type { Deps } from '../services/deps.ts';
import type { ResponseOf } from '../platform/kit/endpoint.ts';
import { readTotals } from '../platform/totals/read-totals.ts';
import type * as contract from './contract.ts';
import { conditions, type UserFilters } from './list-users.ts';

/** The count stops here: counting further would read a million rows for an exact figure that nobody needs. */
const MOST_COUNTED = 10_000;

/** How many accounts match the filters: exact without filters, otherwise up to a limit. */
export async function countUsers(
  { db, sql, clock }: Deps,
  filters: UserFilters,
): Promise<ResponseOf<typeof contract.countUsers>> {
  const where = conditions(filters, undefined);
  if (where.length === 0) return { count: (await readTotals(sql, clock.now())).users, isCapped: false };
  const [row] = await db.execute<{ count: number }>(template`
    select count(*)::int as count from (
      select from users u where ${template.join(where, template` and `)} limit ${MOST_COUNTED + 1}
    ) counted`);
  const count = row?.count ?? 0;
  return { count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED };
}
