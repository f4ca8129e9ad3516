import { sql as template } from 'drizzle-orm';
import { statement } from '../../db/statement.ts';
import type { Deps } from '../deps.ts';

/**
 * How long a claim holds: well beyond the time a carrier is given to answer, so that nobody takes over
 * what is still being sent.
 */
const CLAIM_MS = 30_000;

/** A recipient that this process, and no other, may hand over. */
export interface ClaimedRecipient {
  id: string;
  message_id: string;
  number: string;
  attempts: number;
  sender_id: string;
  message: string;
}

const claimQueued = statement<{ now: Date; until: Date; provider: string; limit: number }, ClaimedRecipient>(
  (p) => template`
    with claimed as (
      update sms_recipients r set status = 'sending', provider = ${p.provider}, attempts = r.attempts + 1,
        claimed_until = ${p.until}::timestamptz
      from (
        select message_id, id from sms_recipients
        where status = 'queued' and due_at <= ${p.now}::timestamptz
        order by bulk, due_at, id limit ${p.limit}::integer for update skip locked
      ) q
      where r.message_id = q.message_id and r.id = q.id
      returning r.id, r.message_id, r.number, r.attempts
    )
    select c.*, m.sender_id, m.message from claimed c join sms_messages m on m.id = c.message_id`,
);

/** Takes recipients that are due from the queue, messages to a few first, for one carrier. */
export function claimRecipients(
  deps: Pick<Deps, 'sql' | 'clock'>,
  provider: string,
  limit: number,
): Promise<ClaimedRecipient[]> {
  const now = deps.clock.now();
  return claimQueued(deps.sql, { now, until: claimEnd(now), provider, limit });
}

/** A recipient whose claim ran out: the process that held it is gone, or lost its answer. */
export interface AbandonedRecipient {
  id: string;
  message_id: string;
  attempts: number;
  provider: string;
}

const claimAbandoned = statement<{ now: Date; until: Date; limit: number }, AbandonedRecipient>(
  (p) => template`
    update sms_recipients r set attempts = r.attempts + 1, claimed_until = ${p.until}::timestamptz
    from (
      select message_id, id from sms_recipients
      where status = 'sending' and claimed_until < ${p.now}::timestamptz
      order by claimed_until limit ${p.limit}::integer for update skip locked
    ) q
    where r.message_id = q.message_id and r.id = q.id
    returning r.id, r.message_id, r.attempts, r.provider`,
);

/** Takes over claims that ran out, in order to find out what became of them. */
export function takeOver(deps: Pick<Deps, 'sql' | 'clock'>, limit: number): Promise<AbandonedRecipient[]> {
  const now = deps.clock.now();
  return claimAbandoned(deps.sql, { now, until: claimEnd(now), limit });
}

const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);
