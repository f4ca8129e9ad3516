import { eq } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import type { RateDeck } from './contract.ts';
import { readDeck } from './list-decks.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/**
 * Lets a list of what we ask be sold also where every carrier asks more, or not any more.
 * @throws not_found, not_allowed_now: a list of costs
 */
export async function setBelowCost(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { deckId, belowCost }: { deckId: string; belowCost: boolean },
): Promise<RateDeck> {
  const [deck] = await tx.db.select().from(rateDecks).where(eq(rateDecks.id, deckId)).for('update');
  if (!deck) throw notFound('Price list');
  if (deck.kind !== 'sell')
    throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
  await tx.db.update(rateDecks).set({ belowCost }).where(eq(rateDecks.id, deckId));
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.below_cost_changed',
    subject: deck.name,
    detail: { before: deck.belowCost, after: belowCost },
  });
  return readDeck(tx, deckId);
}
