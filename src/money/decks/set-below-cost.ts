import { eq } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import type { RateDeck } from './contract.ts';
import { isUsed } from './is-used.ts';
import { lockDeck } from './lock-deck.ts';
import { readDeck } from './list-decks.ts';

/**
 * Allows or forbids selling by a list where every carrier asks more than its price.
 * @throws not_found, not_allowed_now: a list of costs; approval_needed if somebody buys by the list
 */
export async function setBelowCost(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { deckId, belowCost, agreed }: { deckId: string; belowCost: boolean; agreed?: boolean },
): Promise<RateDeck> {
  const deck = await lockDeck(tx, deckId);
  if (deck.kind !== 'sell') throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
  if (belowCost && !deck.belowCost && (await isUsed(tx, deckId))) {
    requireApproval({ deps, actor, agreed }, { kind: 'rate_below_cost', deckId }, { about: deck.name });
  }
  await tx.db.update(rateDecks).set({ belowCost }).where(eq(rateDecks.id, deckId));
  await audit(tx, actor, 'rates.below_cost_changed', {
    subject: deck.name,
    detail: { before: deck.belowCost, after: belowCost },
  });
  return readDeck(tx, deckId);
}
