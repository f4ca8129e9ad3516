import { users } from '../../db/schema/index.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { MailInput } from '../platform/mail/contract.ts';
import { isFullAdministrator } from './suspend.ts';
import { writeMails } from '../platform/mail/write-mail.ts';

/** Writes a mail to every active administrator who may do everything, in the transaction that it reports on. */
export async function notifyAdministrators(tx: Transaction, mail: MailInput): Promise<void> {
  const admins = await tx.db.select({ id: users.id }).from(users).where(isFullAdministrator).orderBy(users.id);
  const ids = admins.map(({ id }) => id);
  await writeMails(tx, ids, mail);
}
