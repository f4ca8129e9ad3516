import { type SQL, sql as template } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { addSendJobSql } from './message-job.ts';

/** Locks an account's waiting messages, before the account itself: the same order everywhere. */
export async function lockWaitingMessages(tx: Transaction, userId: string): Promise<void> {
  await tx.db.execute(template`
    select id from sms_messages where user_id = ${userId}::uuid and queued_count > 0 order by id for update`);
}

/**
 * Takes an account's waiting messages out of the queue until `releaseMessages`. What a carrier already has is not
 * stopped; if the carrier gives it back, it waits too.
 */
export async function holdMessages(tx: Transaction, userId: string): Promise<void> {
  await tx.db.execute(template`
    with held as (
      update sms_messages set held_at = ${tx.now.toISOString()}::timestamptz
      where user_id = ${userId}::uuid and queued_count > 0 and held_at is null
      returning id
    )
    update sms_recipients r set status = 'held' from held h
    where r.message_id = h.id and r.status = 'queued'`);
}

/** Puts an account's held messages back into the queue, but for those that wait for an administrator. */
export const releaseMessages = (tx: Transaction, deps: Deps, userId: string): Promise<void> =>
  release(tx, deps, template`user_id = ${userId}::uuid and held_at is not null and held_for is null`);

/** Puts held messages back into the queue; they are sent when they are due. @param which a condition of messages */
export async function release(tx: Transaction, deps: Deps, which: SQL): Promise<void> {
  const job = addSendJobSql({
    messageId: template`m.message_id`,
    bulk: template`m.bulk`,
    delay: template`greatest(interval '0', m.due_at - ${tx.now.toISOString()}::timestamptz)`,
  });
  await tx.db.execute(template`
    with released as (
      update sms_messages set held_at = null, held_for = null where ${which}
      returning id
    ),
    queued as (
      update sms_recipients r set status = 'queued' from released m
      where r.message_id = m.id and r.status = 'held'
      returning r.message_id, r.bulk, r.due_at
    ),
    m as (select message_id, bool_or(bulk) as bulk, min(due_at) as due_at from queued group by message_id)
    select ${job} from m`);
  tx.afterCommit(() => deps.signals.smsQueued.fire());
}
