import { and, desc, eq, isNull } from 'drizzle-orm';
import { rateDecks, rateImports } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { lockUse } from './switches/lock-use.ts';

export type Deck = typeof rateDecks.$inferSelect;

/** Locks a deck: one change of it at a time. @throws not_found */
export async function lockDeck(tx: Transaction, deckId: string): Promise<Deck> {
  const [deck] = await tx.db.select().from(rateDecks).where(eq(rateDecks.id, deckId)).for('update');
  if (!deck) throw notFound('Price list');
  return deck;
}

/** The last import of a deck that was not undone. */
export async function readLastImport(
  tx: Transaction,
  deckId: string,
): Promise<typeof rateImports.$inferSelect | undefined> {
  const [last] = await tx.db
    .select()
    .from(rateImports)
    .where(and(eq(rateImports.deckId, deckId), isNull(rateImports.undoneAt)))
    .orderBy(desc(rateImports.id))
    .limit(1);
  return last;
}

/** Locks by what the service of a deck is sold, and then the deck: everybody takes both in this order. @throws not_found */
export async function lockSold(
  tx: Transaction,
  deckId: string,
): Promise<{ deck: Deck; selling: Awaited<ReturnType<typeof lockUse>> }> {
  const [known] = await tx.db.select({ service: rateDecks.service }).from(rateDecks).where(eq(rateDecks.id, deckId));
  if (!known) throw notFound('Price list');
  const selling = await lockUse(tx, known.service);
  return { deck: await lockDeck(tx, deckId), selling };
}
