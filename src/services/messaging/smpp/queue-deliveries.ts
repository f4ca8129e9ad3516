import { sql as template } from 'drizzle-orm';
import type { SmppDelivery } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';

/** The end of a message to one number; `cancelled` and `expired` are told apart from other failures. */
export interface SmppEnd {
  messageId: string;
  number: string;
  status: 'delivered' | 'failed' | 'opted_out' | 'cancelled' | 'expired';
}

/** A gateway knows a message by the answer to its submission, so no report comes sooner than that. */
const ANSWERED_AFTER = '1 second';

/**
 * Puts reports in line for the customers' gateways that asked for them, in the transaction of the messages' ends: so each
 * end is told once, and one that was taken back is not told.
 */
export async function queueReports(tx: Transaction, ends: readonly SmppEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map((end) => ({ ...end, id: newId(tx.clock) }));
  const now = template`${tx.now.toISOString()}::timestamptz`;
  await tx.db.execute(template`
    insert into smpp_deliveries (id, key_id, user_id, body, due_at, at)
    select e.id, m.key_id, m.user_id, jsonb_build_object('kind', 'report', 'messageId', m.message_id,
      'number', e.number, 'source', m.source, 'status', e.status, 'at', m.at),
      greatest(${now}, m.at + ${template.raw(`interval '${ANSWERED_AFTER}'`)}), ${now}
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as e (
      id uuid, "messageId" uuid, number text, status text)
    join smpp_messages m on m.message_id = e."messageId"
    where m.report = 'all' or m.report = case e.status when 'delivered' then 'successes' else 'failures' end`);
}

/** Puts a message that came in in line for each gateway of its account that takes such messages. */
export async function queueReceived(
  tx: Transaction,
  userId: string,
  { from, to, text }: Omit<Extract<SmppDelivery, { kind: 'message' }>, 'kind'>,
): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  await tx.db.execute(template`
    insert into smpp_deliveries (id, key_id, user_id, body, due_at, at)
    select gen_random_uuid(), a.key_id, a.user_id, ${JSON.stringify({ kind: 'message', from, to, text })}::text::jsonb,
      ${now}, ${now}
    from smpp_accounts a join api_keys k on k.id = a.key_id
    where a.user_id = ${userId}::uuid and a.receives and k.revoked_at is null`);
}
