import { and, eq, gt, sql as template } from 'drizzle-orm';
import { mails } from '../../db/schema/index.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { MailInput } from '../platform/mail/contract.ts';
import { writeMail } from '../platform/mail/write-mail.ts';
import { HOUR_MS } from '../platform/kit/durations.ts';

type Change = Omit<Extract<MailInput, { kind: 'access_changed' }>, 'kind'>;

/** The same change is told once in this time, so that a program that repeats it fills nobody's mailbox. */
const ONCE_IN_MS = HOUR_MS;

/** Tells an account's owner of something that goes on without a session: somebody else may have made it. */
export async function notifyOwner(tx: Transaction, userId: string, { what, name }: Change): Promise<void> {
  const since = new Date(tx.now.getTime() - ONCE_IN_MS);
  const isSame = template`${mails.data} @> ${JSON.stringify({ what, name })}::jsonb`;
  const [told] = await tx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'access_changed'), gt(mails.createdAt, since), isSame))
    .limit(1);
  if (!told) await writeMail(tx, userId, { kind: 'access_changed', what, name });
}
