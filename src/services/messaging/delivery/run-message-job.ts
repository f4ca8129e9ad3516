import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import type { Dispatcher } from './dispatcher.ts';
import { addSendJobSql } from './message-job.ts';

const payload = z.object({ messageId: z.uuid(), bulk: z.boolean() });

/** After a run of a message, every other message has its turn before the rest of it. */
const addRest = prepared<{ messageId: string; now: Date }, object>(
  (p) => template`
    select ${addSendJobSql({
      messageId: template`${p.messageId}::uuid`,
      bulk: template`true`,
      delay: template`greatest(interval '0', rest.due_at - ${p.now}::timestamptz)`,
    })}
    from (
      select min(due_at) as due_at from sms_recipients
      where message_id = ${p.messageId}::uuid and status = 'queued' and bulk
    ) rest
    where rest.due_at is not null`,
);

/**
 * One run of a message's job: sends some due recipients, and puts the job for the rest on the queue behind other jobs.
 * The rest of a small message is sent by the lane for small messages, which one call starts.
 */
export async function sendMessage(deps: Deps, dispatcher: Dispatcher, given: unknown): Promise<void> {
  const { messageId, bulk } = payload.parse(given);
  if (!bulk) return dispatcher.wake();
  await dispatcher.sendSome(messageId);
  await addRest(deps.sql, { messageId, now: deps.clock.now() });
}
