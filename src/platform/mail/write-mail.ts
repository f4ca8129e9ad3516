import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Transaction } from '../events/transact.ts';
import { newId } from '../kit/ids.ts';
import type { MailInput } from './contract.ts';

const insertMail = prepared<
  { id: string; userId: string; kind: string; to: string | null; data: string; now: Date },
  never
>(
  (p) => template`
    insert into mails (id, user_id, kind, recipient, data, due_at, created_at)
    select ${p.id}::uuid, id, ${p.kind}::text, coalesce(${p.to}::text, email), ${p.data}::text::jsonb,
      ${p.now}::timestamptz, ${p.now}::timestamptz
    from users where id = ${p.userId}::uuid`,
);

/**
 * Writes a mail to an account's owner, in the transaction that it reports on: it is sent if and only if
 * that transaction commits. Nobody waits for the statement's answer.
 * @param to an address other than the account's present one
 */
export async function writeMail(
  tx: Transaction,
  userId: string,
  { kind, ...data }: MailInput,
  to: string | null = null,
): Promise<void> {
  const mail = { id: newId(tx.clock), userId, kind, to, data: JSON.stringify(data), now: tx.now };
  tx.send(insertMail(tx.sql, mail));
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
