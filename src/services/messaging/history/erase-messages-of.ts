import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';
import { idBatches } from '../../../platform/kit/id-batches.ts';

/** A small number, because each message may have many recipients. */
const BATCH = 20;

/**
 * Erases texts, senders and numbers of all messages of an account, and its templates. Charges stay. It can be
 * interrupted and repeated.
 */
export async function eraseMessagesOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  const batches = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from sms_messages where user_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of batches) {
    await sql`update sms_recipients set number = '', text = null, error = null
      where message_id = any(${ids}::uuid[])`;
    await sql`delete from sms_attempts where message_id = any(${ids}::uuid[])`;
    await sql`update sms_messages set message = '', sender_id = '', media_id = null, media_key = null where id = any(${ids}::uuid[])`;
  }
  await removeOld(sql, 'sms_templates', sql`user_id = ${userId}`);
}
