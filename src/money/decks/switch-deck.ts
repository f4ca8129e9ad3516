import { eq } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import { type Acting, type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import type { RateDeck } from './contract.ts';
import { isUsed } from './is-used.ts';
import { type Deck, lockDeck } from './lock-deck.ts';
import { readDeck } from './list-decks.ts';

/**
 * Allows or forbids selling by a list where every carrier asks more than its price.
 * @throws not_found, not_allowed_now: a list of costs; approval_needed if somebody buys by the list
 */
export async function setBelowCost(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { deckId, belowCost, agreed }: { deckId: string; belowCost: boolean; agreed?: boolean },
): Promise<RateDeck> {
  const deck = await lockSelling(tx, deckId);
  if (belowCost && !deck.belowCost && (await isUsed(tx, deckId))) {
    requireApproval({ deps, actor, agreed }, { kind: 'rate_below_cost', deckId }, { about: deck.name });
  }
  await tx.db.update(rateDecks).set({ belowCost }).where(eq(rateDecks.id, deckId));
  const detail = { before: deck.belowCost, after: belowCost };
  await audit(tx, actor, 'rates.below_cost_changed', { subject: deck.name, detail });
  return readDeck(tx, deckId);
}

/**
 * Offers a deck to resellers, or does so no more. Lists that have chosen it keep it, because nobody who pays by them has
 * been told of another price.
 * @throws not_found, not_allowed_now: a list of costs
 */
export async function offerDeck(
  { tx, actor }: Acting,
  { deckId, offered }: { deckId: string; offered: boolean },
): Promise<RateDeck> {
  const deck = await lockSelling(tx, deckId);
  await tx.db.update(rateDecks).set({ offered }).where(eq(rateDecks.id, deckId));
  const detail = { before: deck.offered, after: offered };
  await audit(tx, actor, 'rates.offer_changed', { subject: deck.name, detail });
  return readDeck(tx, deckId);
}

async function lockSelling(tx: Transaction, deckId: string): Promise<Deck> {
  const deck = await lockDeck(tx, deckId);
  if (deck.kind !== 'sell') throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
  return deck;
}
