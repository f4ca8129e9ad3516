import { inArray, sql as template } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/** Takes the texts of messages out of them, their recipients and the answers that are kept for a key. */
export async function redactTexts(tx: Transaction, ids: readonly string[]): Promise<void> {
  const these = template`any (string_to_array(${ids.join(',')}, ',')::uuid[])`;
  await tx.db.execute(template`update sms_recipients set text = null where message_id = ${these} and text is not null`);
  // An answer has the time of its message.
  await tx.db.execute(template`
    update idempotency_keys k set response = (k.response::jsonb || '{"message": ""}')::text
    from sms_messages m where m.id = ${these} and k.user_id = m.user_id and k.created_at = m.sent_at
      and k.response like '{%"id"%' || m.id || '%'`);
  await tx.db
    .update(smsMessages)
    .set({ message: '', mediaId: null, mediaKey: null })
    .where(inArray(smsMessages.id, [...ids]));
}

/**
 * Takes a number out of the messages of an account; texts that only that number got go as well.
 * @returns false, and nothing changes, while a message to it is on its way
 */
export async function forgetRecipient(tx: Transaction, userId: string, number: string): Promise<boolean> {
  const rows = await tx.db.execute<{ id: string; messageId: string; isAlone: boolean; ended: boolean }>(template`
    select r.id, r.message_id as "messageId", m.recipient_count = 1 as "isAlone",
      r.status not in ('queued', 'sending', 'held', 'unknown') as ended
    from sms_recipients r join sms_messages m on m.id = r.message_id
    where r.number = ${number} and m.user_id = ${userId}::uuid`);
  if (rows.some(({ ended }) => !ended)) return false;
  const listed = (ids: readonly string[]) => template`any (string_to_array(${ids.join(',')}, ',')::uuid[])`;
  const messages = listed(rows.map(({ messageId }) => messageId));
  const recipients = listed(rows.map(({ id }) => id));
  const alone = rows.filter(({ isAlone }) => isAlone).map(({ messageId }) => messageId);
  await redactTexts(tx, alone);
  await tx.db.execute(template`
    update transactions t set wording = t.wording || '{"values": {"number": "…"}}'
    from sms_messages m where m.id = ${listed(alone)} and t.id = m.transaction_id and t.wording ->> 'code' = 'sms'`);
  await tx.db.execute(template`
    delete from test_messages where user_id = ${userId}::uuid and message -> 'recipients' @> ${JSON.stringify(number)}::text::jsonb`);
  await tx.db.execute(template`
    update idempotency_keys set response = replace(response, ${number}, '…')
    where user_id = ${userId}::uuid and strpos(response, ${number}) > 0`);
  await tx.db.execute(template`
    delete from sms_attempts where message_id = ${messages} and recipient_id = ${recipients}`);
  await tx.db.execute(template`
    update sms_recipients set number = '', text = null, error = null
    where message_id = ${messages} and id = ${recipients}`);
  return true;
}
