import { eq } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type Deck, lockDeck } from './lock-deck.ts';
import { lockUse } from './switches/lock-use.ts';

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
