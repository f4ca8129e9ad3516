import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../../db/prepared.ts';
import type { LookTimes } from '../../../platform/schedule.ts';

/** True while the simulated carriers have news to tell, at once or at its time. */
export const owesNews: SQL = template`(
  exists (select from sandbox_messages where reported_at is null) or exists (select from sandbox_incoming)
  or exists (select from sandbox_callers) or exists (select from sandbox_calls where tell_at is not null))`;

/** Reads the due news, and whether anything is owed at all. */
export const readDue = prepared<
  { now: Date },
  { reports: boolean; messages: boolean; callers: boolean; calls: boolean; owes: boolean }
>(
  (p: Pick<LookTimes, 'now'>) => template`
    select
      exists (select from sandbox_messages
        where reported_at is null and report_due_at <= ${p.now}::timestamptz) as reports,
      exists (select from sandbox_incoming where due_at <= ${p.now}::timestamptz) as messages,
      exists (select from sandbox_callers where due_at <= ${p.now}::timestamptz) as callers,
      exists (select from sandbox_calls where tell_at <= ${p.now}::timestamptz) as calls,
      ${owesNews} as owes`,
);

interface News {
  id: string;
  from: string;
  to: string;
  /** Of a message. */
  text: string;
}

/**
 * Hands due messages, or calls, for our numbers to `deliver`, and forgets each only after that: one may come twice, as
 * from a real carrier, but none is lost.
 */
export async function handDue(
  sql: Sql,
  now: Date,
  table: 'sandbox_incoming' | 'sandbox_callers',
  deliver: (carrier: string, news: News) => Promise<void>,
): Promise<void> {
  await sql.begin(async (tx) => {
    const due = await tx<(News & { carrier: string })[]>`
      select *, from_number as "from", to_number as "to" from ${tx(table)}
      where due_at <= ${now.toISOString()}::timestamptz order by due_at limit 100 for update skip locked`;
    for (const { id, carrier, from, to, text } of due) await deliver(carrier, { id, from, to, text });
    if (due.length > 0) await tx`delete from ${tx(table)} where id in ${tx(due.map(({ id }) => id))}`;
  });
}
