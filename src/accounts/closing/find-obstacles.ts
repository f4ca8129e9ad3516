import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { isLastAdministrator } from '../../callers/suspend.ts';
import { OBSTACLES, type Obstacle } from './contract.ts';

interface Found {
  kind: Obstacle;
  count: number;
}

/**
 * Finds the obstacles to closing an account: open work that would move money, or affect other people, after
 * the owner has left. Customers that are already erased do not count.
 * @param hasAdministered whether the account is an administrator's; one administrator must stay
 */
export async function findObstacles(db: Queryable, userId: string, hasAdministered: boolean): Promise<Found[]> {
  const rows = await db.execute<{ kind: Obstacle; count: number }>(template`
    select kind, count::int from (
      select 'customers' as kind, count(*) as count from users c where c.reseller_id = ${userId}::uuid
        and not exists (select from account_closings a where a.user_id = c.id and a.erased_at is not null)
      union all
      select 'owed', count(*) from users where id = ${userId}::uuid and owed > 0
      union all
      select case when cryptocurrency is null then 'orders' else 'payments' end, count(*)
      from transactions where user_id = ${userId}::uuid and status = 'pending' group by 1
      union all
      select 'reversals', count(*) from second_words
      where kind = 'reversal' and decided_at is null and wanted ->> 'userId' = ${userId}
      union all
      select 'messages', count(*) from sms_messages
      where user_id = ${userId}::uuid and (queued_count > 0 or unknown_count > 0)
      union all
      select 'calls', count(*) from voice_calls where user_id = ${userId}::uuid and ended_at is null
      union all
      select 'numbers', count(*) from did_numbers
      where user_id = ${userId}::uuid and status = 'provisioning'
      union all
      select 'ports', count(*) from number_ports
      where user_id = ${userId}::uuid and status in ('submitted', 'papers_wanted', 'in_progress')
    ) found where count > 0`);
  const isLast = hasAdministered && (await isLastAdministrator({ db }, userId));
  const found: Found[] = [...rows, ...(isLast ? [{ kind: 'last_administrator' as const, count: 1 }] : [])];
  return found.toSorted((one, other) => OBSTACLES.indexOf(one.kind) - OBSTACLES.indexOf(other.kind));
}
