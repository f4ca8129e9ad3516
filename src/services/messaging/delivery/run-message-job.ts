import { sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import type { Dispatcher } from './dispatcher.ts';
import { addSendJobSql } from './message-job.ts';

const payload = z.object({ messageId: z.uuid(), bulk: z.boolean() });

/** Between the last of a message that is due and the rest of it, every other message has its turn. */
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
 * A run of the job of one message: sends some of what is due, and puts the job back for the rest, behind
 * the jobs of others. The rest of a message to a few goes by the lane for those, which one call starts.
 */
export async function sendMessage(deps: Deps, dispatcher: Dispatcher, given: unknown): Promise<void> {
  const { messageId, bulk } = payload.parse(given);
  if (!bulk) return dispatcher.wake();
  await dispatcher.sendSome(messageId);
  await addRest(deps.sql, { messageId, now: deps.clock.now() });
}
