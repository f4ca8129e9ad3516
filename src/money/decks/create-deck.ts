import { rateDecks } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { createRateDeck, RateDeck } from './contract.ts';
import { readDeck } from './list-decks.ts';

/** Creates an empty deck. @throws not_allowed_now: the name, or the list of this carrier's costs, already exists */
export async function createDeck(
  { tx, actor }: Acting,
  { name, kind, service, carrier, counting, currency }: BodyOf<typeof createRateDeck>,
  { hidden }: { hidden: boolean } = { hidden: false },
): Promise<RateDeck> {
  const [deck] = await tx.db
    .insert(rateDecks)
    .values({
      id: newId(tx.clock),
      name,
      kind,
      service,
      carrier: carrier || null,
      counting,
      currency,
      hidden,
      createdAt: tx.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!deck) {
    throw new Problem('not_allowed_now', sentence('listThere'));
  }
  if (!hidden) await audit(tx, actor, 'rates.deck_created', { subject: name, detail: { kind, service } });
  return readDeck(tx, deck.id);
}
