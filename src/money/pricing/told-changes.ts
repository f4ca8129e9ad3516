import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { rateDecks } from '../../../db/schema/index.ts';
import { formatMoney, type Money } from '../../platform/kit/money.ts';
import type { ToldChange, ToldPrice } from './told-contract.ts';

interface Entry {
  price?: Money | null;
  percent: number | null;
  deckId: string | null;
}

/** What becomes of one price; withdrawn: the one before was only announced. */
export interface PriceChange extends Pick<ToldChange, 'subject' | 'withdrawn'> {
  before: Entry;
  after: Entry;
  holdsFrom?: Date;
}

/** Changes of prices as the audit log keeps them: with the names of the lists, because a list may be deleted. */
export async function toldChanges(db: Queryable, changes: readonly PriceChange[]): Promise<ToldChange[]> {
  const told: ToldChange[] = [];
  for (const { before, after, holdsFrom, ...rest } of changes) {
    const prices = { before: await toldPrice(db, before), after: await toldPrice(db, after) };
    told.push({ ...rest, ...prices, ...(holdsFrom && { holdsFrom: holdsFrom.toISOString() }) });
  }
  return told;
}

async function toldPrice(db: Queryable, { price = null, percent, deckId }: Entry): Promise<ToldPrice> {
  const [deck] = deckId === null ? [] : await db.select().from(rateDecks).where(eq(rateDecks.id, deckId));
  const list = deck && !deck.hidden ? deck.name : null;
  return { price: price && formatMoney(price), percent, list, destinations: deck?.hidden ?? false };
}
