import { sql as template } from 'drizzle-orm';
import { statement } from '../../db/statement.ts';
import type { Deps } from '../deps.ts';
import { RawJson } from '../http/answer.ts';
import { notFound } from '../kit/errors.ts';
import { transactionColumns } from './present.ts';

/** Never many: of each thing that can be ordered there is one waiting order at most. */
const findWaitingOrders = statement<{ userId: string }, { found: boolean; shown: string }>(
  (p) => template`
    with waiting as (
      select ${transactionColumns} from transactions t
      where t.user_id = ${p.userId}::uuid and t.status = 'pending'
        and t.type in ('reseller_package', 'voice_package')
    )
    select exists (select 1 from users where id = ${p.userId}::uuid) as found,
      (select coalesce(json_agg(waiting order by id desc), '[]')::text from waiting) as shown`,
);

/** A user's orders that wait for payment or for its verification, newest first. @throws not_found */
export async function listWaitingOrders(deps: Deps, userId: string): Promise<RawJson> {
  const [row] = await findWaitingOrders(deps.sql, { userId });
  if (!row?.found) throw notFound('User');
  return new RawJson(row.shown);
}
