import { removeOld } from '../../../db/remove-old.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { keptSince, noteSweep } from '../../platform/retention.ts';
import type { Deps } from '../deps.ts';
import { sweepRules } from './answers/sweep-rules.ts';

/** Removes conversation messages older than MESSAGE_TEXTS_KEPT_DAYS, and conversations that are then empty. */
export async function expireConversations(deps: Pick<Deps, 'sql' | 'clock' | 'config'>): Promise<void> {
  const { sql, clock, config } = deps;
  const before = keptSince(clock, config.messageTextsKeptDays);
  // Their files are deleted by the process that fetches pictures.
  await sql`
    update received_pictures set status = 'deleted', due_at = ${clock.now().toISOString()}::timestamptz
    where message_id < ${firstIdAt(before)}::uuid and status <> 'deleted'`;
  const removed = await removeOld(sql, 'conversation_messages', sql`id < ${firstIdAt(before)}::uuid`);
  await removeOld(sql, 'auto_replies', sql`id < ${firstIdAt(before)}::uuid`);
  await removeOld(
    sql,
    'conversations',
    sql`last_at < ${before.toISOString()}::timestamptz
      and not exists (select from conversation_messages m where m.conversation_id = conversations.id)`,
  );
  await sweepRules(deps);
  await noteSweep(deps, { what: 'conversations', removed });
}
