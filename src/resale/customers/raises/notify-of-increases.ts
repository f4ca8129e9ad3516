import { and, count, eq, gt, gte, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { PricedSubject } from '../../../../db/enums.ts';
import { mails, priceLists, users } from '../../../../db/schema/index.ts';
import type { Dropped } from '../../../money/decks/price-increases/find-dropped.ts';
import { notifyDropped } from '../../../money/decks/price-increases/notify-dropped.ts';
import { notifyPayers } from '../../../money/decks/price-increases/notify-payers.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import type { PricesOf } from '../prices.ts';
import { isSet, type Listed, listedIn } from './listed.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A price that rises. */
export interface Rise {
  subject: PricedSubject;
  before: Listed;
  after: Listed;
  /** The entry that the list will have. */
  kept: Listed;
  /** Somebody pays more; otherwise it only drops destinations. */
  isDearer: boolean;
  /** Those who used destinations lately that they cannot buy afterwards. */
  dropped: readonly Dropped[];
}

/** Somebody who may pay by a list, and the subjects for which they do. */
export interface Payer {
  id: string;
  /** A mail of prices by destination can reach them: their account is not suspended or closed. */
  isActive: boolean;
  paysByList: Record<PricedSubject, boolean>;
}

/** The payers of a list: its one customer, or all of a reseller's customers who have no price of their own. */
export async function payersOf(db: Queryable, { resellerId, customerId }: PricesOf): Promise<Payer[]> {
  const rows = await db
    .select({ id: users.id, status: users.status, own: priceLists })
    .from(users)
    .leftJoin(priceLists, eq(priceLists.userId, users.id))
    .where(customerId === null ? eq(users.resellerId, resellerId) : eq(users.id, customerId));
  return rows.map(({ id, status, own }) => {
    const pays = (subject: PricedSubject) => customerId !== null || !isSet(listedIn(own, subject));
    return {
      id,
      isActive: status === 'active',
      paysByList: { sms: pays('sms'), voice: pays('voice'), number: pays('number'), trunk: pays('trunk') },
    };
  });
}

/** A raise, its correction and one more. More of them in a day would flood the mailboxes of the customers. */
const MOST_A_DAY = 3;
const OF_PRICES = ['prices_rising'] as const;
/** Administrators' changes send them as well, so they count only where a reseller's change would send another. */
const OF_DECKS = ['destinations_rising', 'destinations_dropped'] as const;
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
        inArray(mails.kind, rises.some(byDeck) ? [...OF_PRICES, ...OF_DECKS] : OF_PRICES),
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

/** Writes a mail to each payer about the prices that rise for them, and about what is not sold to them any more. */
export async function notifyOfIncreases(
  tx: Transaction,
  { rises: all, payers, holdsFrom }: { rises: readonly Rise[]; payers: readonly Payer[]; holdsFrom: Date },
): Promise<void> {
  const rises = all.filter((rise) => rise.isDearer && !byDeck(rise));
  await notifyOfDecks(tx, { rises: all.filter(byDeck), payers, holdsFrom });
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

/** Prices of a deck have no figure: the mail says that some rise, and leads to the page that has them. */
async function notifyOfDecks(
  tx: Transaction,
  { rises, payers, holdsFrom }: { rises: readonly Rise[]; payers: readonly Payer[]; holdsFrom: Date },
): Promise<void> {
  for (const { subject, isDearer, dropped } of rises) {
    if (subject === 'number' || subject === 'trunk') continue;
    const of = { service: subject, holdsFrom };
    const readers = payers.filter(({ paysByList }) => isDearer && paysByList[subject]);
    await notifyPayers(tx, readers, of);
    await notifyDropped(tx, dropped, of);
  }
}

const byDeck = ({ before, after }: Rise): boolean => before.deckId !== null || after.deckId !== null;

const presented = ({ price, percent }: Listed) => ({
  price: price === null ? null : formatMoney(price),
  percent,
});
