import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../events/transact.ts';
import { newId } from '../kit/ids.ts';
import type { MailInput } from './contract.ts';

/**
 * Writes a mail to an account's owner, in the transaction that it reports on: it is sent if and only if
 * that transaction commits.
 * @param to an address other than the account's present one
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

/** Writes one mail to the owners of many accounts, in the same way as `writeMail`. */
export async function writeMails(
  tx: Transaction,
  userIds: readonly string[],
  { kind, ...data }: MailInput,
): Promise<void> {
  const now = tx.now.toISOString();
  const ids = userIds.map(() => newId(tx.clock));
  await tx.db.execute(template`
    insert into mails (id, user_id, kind, recipient, data, due_at, created_at)
    select m.id, u.id, ${kind}, u.email, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${template.param(`{${ids.join()}}`)}::uuid[], ${template.param(`{${userIds.join()}}`)}::uuid[])
      as m (id, user_id)
    join users u on u.id = m.user_id`);
}
