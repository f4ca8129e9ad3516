import { and, eq } from 'drizzle-orm';
import { LISTED_SUBJECTS, type ListedSubject } from '../../../../db/enums.ts';
import { priceLists, priceRaises } from '../../../../db/schema/index.ts';
import { ANNOUNCED_HOURS } from '../../../money/decks/contract.ts';
import type { PriceList } from '../../../money/pricing/tariff.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Money } from '../../../platform/kit/money.ts';
import type { Config } from '../../../services/config.ts';
import type { PricesOf } from '../prices.ts';
import { judgeDecks, type Judged } from './judge-decks.ts';
import { columnsOf, isDearer, isSame, isSet, type Listed, listedIn } from './listed.ts';
import { readList, readRaises } from './read-raises.ts';
import { type Rise, payersOf, requireFewMails, notifyOfIncreases } from './notify-of-increases.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

/** The standard price of a subject; null where it depends on the destination. */
export type Standards = Record<ListedSubject, readonly Money[] | null>;

/**
 * Writes a price list. A price that rises for somebody is announced and holds a day later; any other price
 * holds at once.
 * @param wanted the complete list; a price that it does not name is cleared
 * @throws rate_limited
 */
export async function writePrices(
  tx: Transaction,
  { config }: { config: Config },
  { of, wanted, standards }: { of: PricesOf; wanted: PriceList; standards: Standards },
): Promise<void> {
  const userId = of.customerId ?? of.resellerId;
  const held = await lockList(tx, userId);
  const behind = of.customerId === null ? null : await readList(tx.db, of.resellerId);
  const raises = await readRaises(tx.db, userId);
  const raisesBehind = of.customerId === null ? [] : await readRaises(tx.db, of.resellerId);
  const payers = await payersOf(tx.db, of);
  const atOnce: Partial<PriceList> = {};
  const rises: Rise[] = [];
  for (const subject of LISTED_SUBJECTS) {
    const [now, next] = [listedIn(held, subject), listedIn(wanted, subject)];
    const waiting = raises.find((raise) => raise.subject === subject);
    if (waiting && isSame(waiting, next) && !isSame(now, next)) continue;
    const before = isSet(now) ? now : listedIn(behind, subject);
    const after = isSet(next) ? next : listedIn(behind, subject);
    // A customer who loses their own price gets the list's announced price, and was not told of it before.
    const joinsRaise = isSet(now) && !isSet(next) && raisesBehind.some((raise) => raise.subject === subject);
    const payerIds = payers.flatMap(({ id, paysByList }) => (paysByList[subject] ? [id] : []));
    const judged =
      payerIds.length === 0
        ? NOTHING_RISES
        : await judge(tx, { config }, { subject, payerIds, before, after, standards: standards[subject] });
    if (payerIds.length > 0 && (joinsRaise || judged.isDearer || judged.dropped.length > 0)) {
      rises.push({
        subject,
        before,
        after,
        kept: next,
        dropped: judged.dropped,
        isDearer: joinsRaise || judged.isDearer,
      });
    } else {
      await forget(tx, userId, subject);
      Object.assign(atOnce, columnsOf(subject, next));
    }
  }
  if (config.rateLimits) await requireFewMails(tx, { rises, payers });
  await tx.db
    .update(priceLists)
    .set({ ...atOnce, updatedAt: tx.now })
    .where(eq(priceLists.userId, userId));
  await announce(tx, { userId, rises });
  await notifyOfIncreases(tx, { rises, payers, holdsFrom: holdsFrom(tx.now) });
}

const NOTHING_RISES: Judged = { isDearer: false, dropped: [] };

/** Tells whether somebody pays more by another entry, or can buy less. */
async function judge(
  tx: Transaction,
  deps: { config: Config },
  {
    subject,
    standards,
    ...entries
  }: {
    subject: ListedSubject;
    payerIds: readonly string[];
    before: Listed;
    after: Listed;
    standards: readonly Money[] | null;
  },
): Promise<Judged> {
  const { before, after } = entries;
  const byDeck = before.deckId !== null || after.deckId !== null;
  if (subject === 'number' || !byDeck) {
    return { isDearer: isDearer(before, after, standards), dropped: [] };
  }
  return isSame(before, after) ? NOTHING_RISES : judgeDecks(tx, deps, { service: subject, ...entries });
}

const holdsFrom = (now: Date): Date => new Date(now.getTime() + ANNOUNCED_HOURS * HOUR_MS);

/** Two requests that set one list run one after the other. */
async function lockList(tx: Transaction, userId: string): Promise<PriceList> {
  await tx.db.insert(priceLists).values({ userId, updatedAt: tx.now }).onConflictDoNothing();
  const [row] = await tx.db.select().from(priceLists).where(eq(priceLists.userId, userId)).for('update');
  if (!row) throw new Error('a price list that was just written is not there');
  return row;
}

async function announce(
  tx: Transaction,
  { userId, rises }: { userId: string; rises: readonly Rise[] },
): Promise<void> {
  for (const { subject, kept } of rises) {
    const { price, percent, deckId } = kept;
    const set = { price, percent, deckId, announcedAt: tx.now, holdsFrom: holdsFrom(tx.now) };
    await tx.db
      .insert(priceRaises)
      .values({ userId, subject, ...set })
      .onConflictDoUpdate({ target: [priceRaises.userId, priceRaises.subject], set });
  }
}

async function forget(tx: Transaction, userId: string, subject: ListedSubject): Promise<void> {
  await tx.db
    .delete(priceRaises)
    .where(and(eq(priceRaises.userId, userId), eq(priceRaises.subject, subject)));
}
