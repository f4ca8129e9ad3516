import { eq } from 'drizzle-orm';
import { rateDecks, rateImports, rateNames, rateRows } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { requireSecondWord } from '../../callers/second-word/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import type { Deps } from '../deps.ts';
import { isCostInUse } from './is-cost-in-use.ts';
import { isUsed } from './is-used.ts';
import { lockSold } from './lock-sold.ts';

/**
 * Deletes a deck with its rows and imports. What was charged by it keeps its price, and the audit log says what it was.
 * @throws not_found, not_allowed_now: somebody buys by it, or is going to; second_word_needed if carriers' costs are in use
 */
export async function deleteDeck(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { deckId, agreed }: { deckId: string; agreed?: boolean },
): Promise<void> {
  const { deck } = await lockSold(tx, deckId);
  if (await isUsed(tx, deckId)) {
    throw new Problem('not_allowed_now', sentence('listInUse', { name: deck.name }));
  }
  if (await isCostInUse(tx, deck)) {
    requireSecondWord({ deps, actor, agreed }, { kind: 'rate_delete', deckId }, { about: deck.name });
  }
  await tx.db.delete(rateRows).where(eq(rateRows.deckId, deckId));
  await tx.db.delete(rateNames).where(eq(rateNames.deckId, deckId));
  const imports = await tx.db
    .delete(rateImports)
    .where(eq(rateImports.deckId, deckId))
    .returning({ id: rateImports.id });
  await tx.db.delete(rateDecks).where(eq(rateDecks.id, deckId));
  const { kind, service, carrier } = deck;
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.deck_deleted',
    subject: deck.name,
    detail: { kind, service, carrier, files: imports.length },
  });
}
