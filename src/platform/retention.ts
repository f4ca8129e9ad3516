import type { Sql, TransactionSql } from 'postgres';
import type { KEPT_FOR_DAYS } from '../../db/enums.ts';
import type { Clock } from './kit/clock.ts';
import { LOWEST_ID } from './kit/ids.ts';
import { DAY_MS } from './kit/durations.ts';

export type Kept = (typeof KEPT_FOR_DAYS)[number];

/** Data from before this time is older than so many days, and is removed. */
export const keptSince = (clock: Clock, days: number): Date =>
  new Date(clock.now().getTime() - days * DAY_MS);

/** Records a sweep and how many rows it removed. A sweep that removed none leaves the last count unchanged. */
export async function noteSweep(
  { sql, clock }: { sql: Sql; clock: Clock },
  { what, removed }: { what: Kept; removed: number },
): Promise<void> {
  const now = clock.now().toISOString();
  await sql`
    insert into retention_sweeps as r (what, swept_at, removed) values (${what}, ${now}::timestamptz, ${removed})
    on conflict (what) do update set swept_at = excluded.swept_at,
      removed = case when excluded.removed > 0 then excluded.removed else r.removed end`;
}

/** How far the sweep of texts has come: messages up to this id have no text. */
export async function sweptUntil(sql: Sql, what: Kept): Promise<string> {
  const [row] = await sql<{ until: string | null }[]>`
    select swept_until as until from retention_sweeps where what = ${what}`;
  return row?.until ?? LOWEST_ID;
}

/** Records how far a sweep has come, in the same transaction. */
export async function moveSweep(
  sql: Sql | TransactionSql,
  { what, until }: { what: Kept; until: string },
): Promise<void> {
  await sql`
    insert into retention_sweeps (what, swept_until) values (${what}, ${until})
    on conflict (what) do update set swept_until = excluded.swept_until`;
}
