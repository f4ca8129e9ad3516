import { and, count, eq, gt, gte, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { ListedSubject } from '../../../../db/enums.ts';
import { mails, priceLists, users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import type { PricesOf } from '../prices.ts';
import { isSet, type Listed, listedIn } from './listed.ts';

/** A price that rises. */
export interface Rise {
  subject: ListedSubject;
  before: Listed;
  after: Listed;
  /** The entry that the list will have. */
  kept: Listed;
}

/** Somebody who may pay by a list, and the subjects for which they do. */
export interface Payer {
  id: string;
  paysByList: Record<ListedSubject, boolean>;
}

/** The payers of a list: its one customer, or all of a reseller's customers who have no price of their own. */
export async function payersOf(db: Queryable, { resellerId, customerId }: PricesOf): Promise<Payer[]> {
  if (customerId !== null) return [{ id: customerId, paysByList: { sms: true, voice: true, number: true } }];
  const rows = await db
    .select({ id: users.id, own: priceLists })
    .from(users)
    .leftJoin(priceLists, eq(priceLists.userId, users.id))
    .where(eq(users.resellerId, resellerId));
  return rows.map(({ id, own }) => {
    const pays = (subject: ListedSubject) => !isSet(listedIn(own, subject));
    return { id, paysByList: { sms: pays('sms'), voice: pays('voice'), number: pays('number') } };
  });
}

/** A raise, its correction and one more. More of them in a day would flood the mailboxes of the customers. */
const MOST_A_DAY = 3;
const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3600;

/**
 * Refuses a raise where it would bring somebody more mails of raised prices in a day than they can be asked to read.
 * Nothing is raised without a mail, so it is refused as a whole.
 * @throws rate_limited
 */
export async function requireFewMails(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { rises, payers }: { rises: readonly Rise[]; payers: readonly Payer[] },
): Promise<void> {
  const readers = payers.filter(({ paysByList }) => rises.some(({ subject }) => paysByList[subject]));
  if (readers.length === 0) return;
  const [flooded] = await db
    .select({ userId: mails.userId })
    .from(mails)
    .where(
      and(
        inArray(
          mails.userId,
          readers.map(({ id }) => id),
        ),
        eq(mails.kind, 'prices_rising'),
        gt(mails.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .groupBy(mails.userId)
    .having(gte(count(), MOST_A_DAY))
    .limit(1);
  if (flooded) {
    throw new Problem('rate_limited', fault('tooManyAttempts'), {
      headers: { 'retry-after': String(HOUR_SECONDS) },
    });
  }
}

/** Writes a mail to each payer about the prices that rise for them. */
export async function tellOfRises(
  tx: Transaction,
  { rises, payers, holdsFrom }: { rises: readonly Rise[]; payers: readonly Payer[]; holdsFrom: Date },
): Promise<void> {
  const alike = Map.groupBy(payers, ({ paysByList }) =>
    rises.flatMap(({ subject }) => (paysByList[subject] ? [subject] : [])).join(),
  );
  for (const [, readers] of alike) {
    const theirs = rises.filter(({ subject }) => readers[0]?.paysByList[subject]);
    if (theirs.length === 0) continue;
    const prices = theirs.map(({ subject, before, after }) => ({
      subject,
      before: presented(before),
      after: presented(after),
    }));
    const mail = { kind: 'prices_rising', prices, holdsFrom: holdsFrom.toISOString() } as const;
    await writeMails(
      tx,
      readers.map(({ id }) => id),
      mail,
    );
  }
}

const presented = ({ price, percent }: Listed) => ({
  price: price === null ? null : formatMoney(price),
  percent,
});
