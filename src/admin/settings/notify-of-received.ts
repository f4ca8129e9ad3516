import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import { didNumbers, smsMessages, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';
import { lapsedBefore } from '../../services/numbers/renewal/expiry.ts';

/** Prices are in pounds. */
interface Dearer {
  before: string | null;
  after: string | null;
  holdsFrom: Date;
}

/** Writes a mail to everybody who has a number: from when on a message to it costs more. */
export async function notifyOfReceived(tx: Transaction, prices: Dearer): Promise<void> {
  const ofNumbers = tx.db
    .select({ id: didNumbers.userId })
    .from(didNumbers)
    .where(and(ne(didNumbers.status, 'reserved'), gt(didNumbers.expiresAt, lapsedBefore(tx.now))));
  const owners = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), inArray(users.id, ofNumbers)));
  await tell(tx, owners, { subject: 'received', ...prices });
}

/** Senders of a picture within so many days are notified that it is going to cost more. */
const LATELY_DAYS = 30;

/** Writes a mail to everybody who sent a picture lately and pays this price: from when on one costs more. */
export async function notifyOfMms(
  tx: Transaction,
  { asReseller, ...prices }: Dearer & { asReseller: boolean },
): Promise<void> {
  const since = new Date(tx.now.getTime() - LATELY_DAYS * DAY_MS);
  const ofPictures = tx.db
    .select({ id: smsMessages.userId })
    .from(smsMessages)
    .where(and(isNotNull(smsMessages.mediaId), gt(smsMessages.sentAt, since)));
  const senders = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.status, 'active'),
        asReseller ? eq(users.role, 'reseller') : eq(users.role, 'user'),
        inArray(users.id, ofPictures),
      ),
    );
  await tell(tx, senders, { subject: 'mms', ...prices });
}

function tell(
  tx: Transaction,
  people: readonly { id: string }[],
  { subject, before, after, holdsFrom }: Dearer & { subject: 'received' | 'mms' },
): Promise<void> {
  const price = (pounds: string | null) => ({ price: pounds, percent: null });
  return writeMails(
    tx,
    people.map(({ id }) => id),
    {
      kind: 'prices_rising',
      prices: [{ subject, before: price(before), after: price(after) }],
      holdsFrom: holdsFrom.toISOString(),
    },
  );
}
