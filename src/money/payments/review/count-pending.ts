import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';

const count = prepared<Record<never, never>, { count: number }>(
  () => template`
    select count(*)::int as count from transactions t
    where t.status = 'pending' and t.cryptocurrency is not null`,
);

/** How many payments wait for an administrator. They are few among all payments, and have an index. */
export async function countPending({ sql }: Deps): Promise<{ count: number }> {
  const [row] = await count(sql, {});
  return { count: row?.count ?? 0 };
}
