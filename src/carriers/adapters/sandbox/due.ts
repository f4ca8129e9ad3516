import { sql as template, type SQL } from 'drizzle-orm';
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
