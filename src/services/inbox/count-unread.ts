import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { UNREAD_LOOKED_AT } from './contract.ts';

/** How many of an account's newest conversations have messages that nobody read. */
export async function countUnread({ db }: Pick<Deps, 'db'>, userId: string): Promise<{ count: number }> {
  const [row] = await db.execute<{ count: number }>(template`
    select count(*) filter (where unread > 0)::integer as count from (
      select unread from conversations where user_id = ${userId}::uuid
      order by last_at desc, id desc limit ${UNREAD_LOOKED_AT}
    ) newest`);
  return { count: row?.count ?? 0 };
}
