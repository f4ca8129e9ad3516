import { eq } from 'drizzle-orm';
import { rateDecks, rateImports, rateNames, rateRows } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { USED_DAYS, type previewRateDeletion as endpoint } from './contract.ts';
import { type Closed, findClosed, NONE_CLOSED } from './price-increases/find-closed.ts';
import { stageNothing } from './stage-rows.ts';
import { type Deck, lockDeck, lockSold } from './lock-deck.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { isCostInUse, isUsed } from './is-used.ts';

type Needs = Pick<Deps, 'config' | 'carriersFor'>;

/**
 * The destinations that deleting a list of a carrier's costs would take from sale.
 * @throws not_found
 */
export async function previewDeletion(
  { tx, deps }: { tx: Transaction; deps: Needs },
  deckId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const { destinations, of, used } = await readClosed(tx, deps, await lockDeck(tx, deckId));
  return { closed: destinations, sold: of, closedUsed: used };
}

async function readClosed(tx: Transaction, deps: Needs, deck: Deck): Promise<Closed> {
  if (deck.kind !== 'cost') return NONE_CLOSED;
  await stageNothing(tx, deck.id);
  return findClosed(tx, deps, { deck, at: tx.now });
}

/**
 * Deletes a deck with its rows and imports. What was charged by it keeps its price, and the audit log says what it was.
 * @throws not_found, not_allowed_now: somebody buys by it, or is going to, or it would take destinations from sale that
 *   customers use, which a file does with an announcement; approval_needed if carriers' costs are in use
 */
export async function deleteDeck(
  { tx, deps, actor }: ActingWith<Needs>,
  { deckId, agreed }: { deckId: string; agreed?: boolean },
): Promise<void> {
  const { deck } = await lockSold(tx, deckId);
  if (await isUsed(tx, deckId)) {
    throw new Problem('not_allowed_now', sentence('listInUse', { name: deck.name }));
  }
  const { used } = await readClosed(tx, deps, deck);
  if (used > 0) {
    const values = { name: deck.name, count: used, days: USED_DAYS };
    throw new Problem('not_allowed_now', sentence('listClosesUsed', values));
  }
  if (await isCostInUse(tx, deck)) {
    requireApproval({ deps, actor, agreed }, { kind: 'rate_delete', deckId }, { about: deck.name });
  }
  const files = await removeDeck(tx, deckId);
  const { kind, service, carrier } = deck;
  await audit(tx, actor, 'rates.deck_deleted', {
    subject: deck.name,
    detail: { kind, service, carrier, files },
  });
}

/** Deletes a locked deck that nobody buys by. @returns how many files were read into it */
export async function removeDeck(tx: Transaction, deckId: string): Promise<number> {
  await tx.db.delete(rateRows).where(eq(rateRows.deckId, deckId));
  await tx.db.delete(rateNames).where(eq(rateNames.deckId, deckId));
  const imports = await tx.db
    .delete(rateImports)
    .where(eq(rateImports.deckId, deckId))
    .returning({ id: rateImports.id });
  await tx.db.delete(rateDecks).where(eq(rateDecks.id, deckId));
  return imports.length;
}
