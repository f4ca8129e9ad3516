import { type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import type { LookTimes } from '../../../platform/schedule.ts';

/**
 * How long a claim holds: well beyond the time limit for a carrier's answer, so that no other process takes over a
 * call that is still being worked on.
 */
export const CLAIM_MS = 30_000;

/** Tells whether calls are due. */
export const callsWait = (p: LookTimes): SQL => template`exists (
  select from voice_calls where due_at <= ${p.now}::timestamptz)`;

/** A call that only this process may place or ask about. */
export interface DueCall {
  id: string;
  /** From now on it is `dialing`, and no other process places it. */
  was_queued: boolean;
  /** The request that ordered it. */
  request_id: string | null;
}

const claim = prepared<{ now: Date; over: Date; until: Date; limit: number }, DueCall>(
  (p) => template`
    update voice_calls c set due_at = ${p.until}::timestamptz,
      status = case when due.fresh then 'dialing' else c.status end
    from (
      select id, status = 'queued' and parent_id is null as fresh from voice_calls
      where due_at <= ${p.now}::timestamptz and (due_at <= ${p.over}::timestamptz
        or status = 'queued' and parent_id is null or provider_call_id is not null)
      order by due_at limit ${p.limit}::integer for update skip locked
    ) due
    where c.id = due.id
    returning c.id, due.fresh as was_queued, c.request_id`,
);

/**
 * Takes calls that need work: new ones, and those whose news is missing. Those that another process may be placing are
 * taken when its claim is over; of what a carrier has, several may ask.
 */
export function claimDue(deps: Pick<Deps, 'sql' | 'clock'>, limit: number): Promise<DueCall[]> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  return claim(deps.sql, { now, over: claimsOverAt(deps.clock), until, limit });
}
