import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { PricedSubject } from '../../../../db/enums.ts';
import { priceLists, users } from '../../../../db/schema/index.ts';
import { countAttemptIn, limit } from '../../../callers/throttle.ts';
import type { Dropped } from '../../../money/decks/price-increases/find-dropped.ts';
import { notifyDropped } from '../../../money/decks/price-increases/notify-dropped.ts';
import { notifyPayers } from '../../../money/decks/price-increases/notify-payers.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { sentence } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import type { Config } from '../../../services/config.ts';
import type { Rising } from '../price-contract.ts';
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
  /** The announced price whose place it takes. */
  announced: Rising | null;
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

/** A raise, its correction and one more; and somebody who does that all day floods the mailboxes of the customers. */
const MOST_AN_HOUR = 3;
const MOST_A_DAY = 12;
/** Of all lists of a reseller: a sitting in which each customer's prices are set is work, and no flood. */
const MOST_OF_ALL = 60;

/**
 * Counts a raise, which is a letter to each customer who pays by the list. Nothing is raised without a letter, so it is
 * refused as a whole.
 * @throws rate_limited
 */
export async function countRaise(tx: Transaction, config: Config, { resellerId, customerId }: PricesOf): Promise<void> {
  const list = customerId ?? resellerId;
  const [hour, day, all] = [MOST_AN_HOUR, MOST_A_DAY, MOST_OF_ALL];
  const limits = [
    { ...limit(`raises:list:${list}`, hour), refusal: sentence('raisedInHour', { count: hour }) },
    { ...limit(`raises:day:${list}`, day, DAY_MS), refusal: sentence('raisedInDay', { count: day }) },
    { ...limit(`raises:reseller:${resellerId}`, all), refusal: sentence('raisedInAll', { count: all }) },
  ];
  for (const each of limits) await countAttemptIn(tx, config, each);
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
