import { sql as template } from 'drizzle-orm';
import { statement } from '../../db/statement.ts';
import type { Deps } from '../deps.ts';
import { Page, RawJson } from '../http/answer.ts';
import { transactionColumns } from './present.ts';

interface Query {
  limit: number;
  before?: string | undefined;
}

/** An order is in the queue once a payment in a coin is attached to it. */
const findPage = statement<{ limit: number; before: string | null }, { shown: string; next: string | null }>(
  (p) => template`
    with page as (
      select ${transactionColumns},
        json_build_object('id', u.id, 'email', u.email, 'fullName', u.full_name) as "user"
      from transactions t join users u on u.id = t.user_id
      where t.status = 'pending' and t.cryptocurrency is not null
        and t.id < coalesce(${p.before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by t.id desc limit ${p.limit}::int + 1
    ), shown as (
      select * from page order by id desc limit ${p.limit}::int
    )
    select (select coalesce(json_agg(shown order by id desc), '[]')::text from shown) as shown,
      case when (select count(*) from page) > ${p.limit}::int
        then (select id from shown order by id limit 1) end as next`,
);

/** Payments waiting for an administrator, newest first. */
export async function listPending(deps: Deps, { limit, before }: Query): Promise<Page<never>> {
  const [row] = await findPage(deps.sql, { limit, before: before ?? null });
  return new Page<never>(new RawJson(row?.shown ?? '[]'), row?.next ?? null);
}
