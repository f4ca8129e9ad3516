import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../events/transact.ts';
import { newId } from '../kit/ids.ts';
import type { MailInput } from './contract.ts';

/**
 * Writes a mail to an account's owner, in the transaction of what it tells of: it is sent if and only if
 * that has happened.
 * @param to another address than the account's present one
 */
export async function writeMail(
  tx: Transaction,
  userId: string,
  { kind, ...data }: MailInput,
  to: string | null = null,
): Promise<void> {
  const now = tx.now.toISOString();
  await tx.db.execute(template`
    insert into mails (id, user_id, kind, recipient, data, due_at, created_at)
    select ${newId(tx.clock)}::uuid, id, ${kind}, coalesce(${to}::text, email), ${JSON.stringify(data)}::jsonb,
      ${now}::timestamptz, ${now}::timestamptz
    from users where id = ${userId}::uuid`);
}
