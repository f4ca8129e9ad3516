import { eq } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { RateDeck } from './contract.ts';
import { readDeck } from './list-decks.ts';
import { lockDeck } from './lock-deck.ts';

/**
 * Offers a deck to resellers, or does so no more. Lists that have chosen it keep it, because nobody who pays by them has
 * been told of another price.
 * @throws not_found, not_allowed_now: a list of costs
 */
export async function offerDeck(
  { tx, actor }: Acting,
  { deckId, offered }: { deckId: string; offered: boolean },
): Promise<RateDeck> {
  const deck = await lockDeck(tx, deckId);
  if (deck.kind !== 'sell') {
    throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
  }
  await tx.db.update(rateDecks).set({ offered }).where(eq(rateDecks.id, deckId));
  await audit(tx, actor, 'rates.offer_changed', {
    subject: deck.name,
    detail: { before: deck.offered, after: offered },
  });
  return readDeck(tx, deckId);
}
