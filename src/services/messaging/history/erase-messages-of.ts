import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';

/** A small number, because each message may have many recipients. */
const BATCH = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Erases texts, senders and numbers of all messages of an account, and its templates. Charges stay. It can be
 * interrupted and repeated.
 */
export async function eraseMessagesOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  for (let last: string | undefined = FIRST_ID; last !== undefined;) {
    const ids: string[] = (
      await sql<{ id: string }[]>`
        select id from sms_messages where user_id = ${userId} and id > ${last} order by id limit ${BATCH}`
    ).map(({ id }) => id);
    await sql`update sms_recipients set number = '', text = null, error = null
      where message_id = any(${ids}::uuid[])`;
    await sql`delete from sms_attempts where message_id = any(${ids}::uuid[])`;
    await sql`update sms_messages set message = '', sender_id = '' where id = any(${ids}::uuid[])`;
    last = ids.at(-1);
  }
  await removeOld(sql, 'sms_templates', sql`user_id = ${userId}`);
}
