import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';

/** Those of the numbers that want no messages from an account. An account that has none costs one look at an index. */
export async function optedOutOf(
  db: Queryable,
  { userId, numbers }: { userId: string; numbers: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ number: string }>(template`
    select o.number from unnest(string_to_array(${numbers.join(',')}, ',')) g (number)
    join opt_outs o on o.user_id = ${userId}::uuid and o.number = g.number
    where exists (select from opt_outs a where a.user_id = ${userId}::uuid)`);
  return new Set(rows.map(({ number }) => number));
}
