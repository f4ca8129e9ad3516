import { and, eq, gt, isNull, sql as template } from 'drizzle-orm';
import { PRICED_SUBJECTS, type PricedSubject, type RatedService } from '../../../../db/enums.ts';
import { priceLists, priceRaises, rateImports } from '../../../../db/schema/index.ts';
import { ANNOUNCED_HOURS } from '../../../money/decks/contract.ts';
import { type Dropped, findDropped } from '../../../money/decks/price-increases/find-dropped.ts';
import { termsOf } from '../../../money/decks/price-increases/find-payers.ts';
import { paysMoreByList } from '../../../money/decks/price-increases/pays-more-by-list.ts';
import { FLAT_TERMS, type Lists, type Selling } from '../../../money/decks/price-increases/selling.ts';
import { lockUse } from '../../../money/decks/switches/lock-use.ts';
import { LISTED } from '../../../money/pricing/price-sql.ts';
import type { PriceList, Rates, Supplier } from '../../../money/pricing/tariff.ts';
import type { PriceChange } from '../../../money/pricing/told-changes.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { Config } from '../../../services/config.ts';
import type { Raise } from '../price-contract.ts';
import type { PricesOf } from '../prices.ts';
import { chargedBy } from './charged.ts';
import { columnsOf, isDearer, isSame, isSet, type Listed, listedIn } from './listed.ts';
import { countRaise, notifyOfIncreases, type Payer, payersOf, type Rise } from './notify-of-increases.ts';
import { presentRaise, readList, readRaises, withRaises } from './read-raises.ts';

/** A list, and what its prices are compared with. */
interface Writing {
  of: PricesOf;
  /** The complete list; a price that it does not name is cleared. */
  wanted: PriceList;
  /** Otherwise it is only said what would rise. */
  mayRaise: boolean;
  reseller: Omit<Supplier, 'prices'>;
  /** Ours for each subject, the lowest first; null where they depend on the destination. */
  rates: Record<PricedSubject, readonly Rates[] | null>;
}

/**
 * Writes a price list. A price that rises for somebody is announced and holds a day later; any other price
 * holds at once.
 * @returns what changes
 * @throws rate_limited, prices_rise
 */
export async function writePrices(
  tx: Transaction,
  { config }: { config: Config },
  writing: Writing,
): Promise<PriceChange[]> {
  const { of, wanted, rates } = writing;
  const userId = of.customerId ?? of.resellerId;
  const held = await lockList(tx, userId);
  const behind = of.customerId === null ? null : await readList(tx.db, of.resellerId);
  const raises = await readRaises(tx.db, userId);
  const raisesBehind = of.customerId === null ? [] : await readRaises(tx.db, of.resellerId);
  const payers = await payersOf(tx.db, of);
  const atOnce: Partial<PriceList> = {};
  const rises: Rise[] = [];
  const changes: PriceChange[] = [];
  for (const subject of PRICED_SUBJECTS) {
    const [now, next] = [listedIn(held, subject), listedIn(wanted, subject)];
    const waiting = raises.find((raise) => raise.subject === subject);
    if (waiting && isSame(waiting, next) && !isSame(now, next)) continue;
    const before = isSet(now) ? now : listedIn(behind, subject);
    // A customer who loses their own price gets the list's announced price, and was not told of it before.
    const raiseBehind = raisesBehind.find((raise) => raise.subject === subject);
    const joinsRaise = isSet(now) && !isSet(next) && raiseBehind !== undefined;
    const after = isSet(next) ? next : listedIn(joinsRaise ? withRaises(behind, raisesBehind) : behind, subject);
    const announced = waiting ?? (isSet(now) ? undefined : raiseBehind);
    const payerIds = payers.flatMap(({ id, paysByList }) => (paysByList[subject] ? [id] : []));
    const judged =
      payerIds.length === 0
        ? NOTHING_RISES
        : await judge(
            tx,
            { config },
            { subject, payerIds, before, after, standards: rates[subject]?.map((each) => each.standard) ?? null },
          );
    if (payerIds.length > 0 && (joinsRaise || judged.isDearer || judged.dropped.length > 0)) {
      changes.push({ subject, before: now, after: next, holdsFrom: holdsFrom(tx.now) });
      rises.push({
        subject,
        before,
        after,
        kept: next,
        announced: announced ? presentRaise(announced, behind) : null,
        dropped: judged.dropped,
        isDearer: joinsRaise || judged.isDearer,
      });
    } else {
      await forget(tx, userId, subject);
      if (!isSame(now, next)) changes.push({ subject, before: now, after: next });
      else if (waiting) changes.push({ subject, before: waiting, after: now, withdrawn: true });
      Object.assign(atOnce, columnsOf(subject, next));
    }
  }
  if (rises.length > 0) {
    await countRaise(tx, config, of);
    if (!writing.mayRaise) {
      throw new Problem('prices_rise', 'Some prices would rise', {
        raise: await presentRises(tx, { rises, payers }, writing),
      });
    }
  }
  await tx.db
    .update(priceLists)
    .set({ ...atOnce, updatedAt: tx.now })
    .where(eq(priceLists.userId, userId));
  await announce(tx, { userId, rises });
  await notifyOfIncreases(tx, { rises, payers, holdsFrom: holdsFrom(tx.now) });
  return changes;
}

async function presentRises(
  tx: Transaction,
  { rises, payers }: { rises: readonly Rise[]; payers: readonly Payer[] },
  { rates, reseller }: Writing,
): Promise<Raise> {
  const isTold = ({ id, paysByList }: Payer) =>
    rises.some((rise) => (rise.isDearer ? paysByList[rise.subject] : rise.dropped.some((each) => each.id === id)));
  const prices: Raise['prices'] = [];
  for (const { subject, before, after, announced, dropped } of rises) {
    const terms = { subject, reseller, rates: rates[subject] };
    prices.push({
      subject,
      before: await chargedBy(tx, before, terms),
      after: await chargedBy(tx, after, terms),
      announced,
      dropped: [...new Set(dropped.flatMap(({ destinations }) => destinations))],
    });
  }
  return { customers: payers.filter(isTold).length, holdsFrom: holdsFrom(tx.now).toISOString(), prices };
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
    subject: PricedSubject;
    payerIds: readonly string[];
    before: Listed;
    after: Listed;
    standards: readonly Money[] | null;
  },
): Promise<Judged> {
  const { before, after } = entries;
  const byDeck = before.deckId !== null || after.deckId !== null;
  if (subject === 'number' || subject === 'trunk' || !byDeck) {
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

async function announce(tx: Transaction, { userId, rises }: { userId: string; rises: readonly Rise[] }): Promise<void> {
  for (const { subject, kept } of rises) {
    const { price, percent, deckId } = kept;
    const set = { price, percent, deckId, announcedAt: tx.now, holdsFrom: holdsFrom(tx.now) };
    await tx.db
      .insert(priceRaises)
      .values({ userId, subject, ...set })
      .onConflictDoUpdate({ target: [priceRaises.userId, priceRaises.subject], set });
  }
}

async function forget(tx: Transaction, userId: string, subject: PricedSubject): Promise<void> {
  await tx.db.delete(priceRaises).where(and(eq(priceRaises.userId, userId), eq(priceRaises.subject, subject)));
}

/** The effect of a list's change on those who pay by it, where a deck is set before or after. */
interface Judged {
  /** Some destination costs them more. */
  isDearer: boolean;
  /** Those who used destinations lately that are not sold to them afterwards. */
  dropped: Dropped[];
}

/**
 * Compares two entries of a list by the price of each destination, as it is charged. All payers have the same terms. The
 * new deck is judged by the rows that hold now and by those of a file that waits: nobody is told of that one later.
 * @param payerIds at least one
 */
async function judgeDecks(
  tx: Transaction,
  deps: { config: Pick<Config, 'voiceRateGbp'> },
  {
    service,
    payerIds,
    before,
    after,
  }: { service: RatedService; payerIds: readonly string[]; before: Listed; after: Listed },
): Promise<Judged> {
  const { use } = await lockUse(tx, service);
  const sellingAt = (listed: Listed, at: Date): Selling => ({
    ...(use ?? FLAT_TERMS),
    at,
    lists: listsOf(service, listed),
  });
  const times = [tx.now, ...(after.deckId === null ? [] : await waitingFrom(tx, after.deckId))];
  const was = sellingAt(before, tx.now);
  const termsAt = (selling: Selling) => ({ terms: termsOf(tx, deps, { service, selling }), at: selling.at });
  const [sample = ''] = payerIds;
  let isDearer = false;
  for (const time of times) {
    const move = { service, before: termsAt(was), after: termsAt(sellingAt(after, time)) };
    isDearer ||= await paysMoreByList(tx, sample, move);
  }
  const last = sellingAt(after, times.at(-1) ?? tx.now);
  return { isDearer, dropped: await findDropped(tx, deps, { service, before: was, after: last, payerIds }) };
}

/** An entry as the list of everybody. */
function listsOf(service: RatedService, { price, percent, deckId }: Listed): Lists {
  const columns = LISTED[service];
  return {
    rows: template`(
      select id as user_id, ${price === null ? null : formatMoney(price)}::numeric as ${columns.price},
        ${percent}::integer as ${columns.percent}, ${deckId}::uuid as ${columns.deck} from users)`,
    deckIds: deckId === null ? [] : [deckId],
  };
}

async function waitingFrom({ db, now }: Transaction, deckId: string): Promise<Date[]> {
  const rows = await db
    .select({ validFrom: rateImports.validFrom })
    .from(rateImports)
    .where(and(eq(rateImports.deckId, deckId), isNull(rateImports.undoneAt), gt(rateImports.validFrom, now)));
  return rows.map(({ validFrom }) => validFrom);
}
