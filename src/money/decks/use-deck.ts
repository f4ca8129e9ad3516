import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, rateUses } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Wanted } from '../../callers/second-word/contract.ts';
import { requireSecondWord } from '../../callers/second-word/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import type { RateUse, useRateDeck } from './contract.ts';
import { presentUse, readDeck } from './list-decks.ts';
import { sentence } from '../../platform/kit/sentences.ts';

type Use = BodyOf<typeof useRateDeck> & { service: RatedService };
/** What another administrator has agreed to. */
type Agreed = Extract<Wanted, { kind: 'rate_use' }>;

/**
 * Sells a service by a deck from now on, or by the flat prices again.
 * @throws not_found, not_allowed_now: the deck is a list of costs, is for another service, has no rows, counts parts
 * differently from the resellers' deck, or has changed since the agreement; second_word_needed
 */
export async function useDeck(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { service, deckId, resellerDeckId, resellerPercent, agreed }: Use & { agreed?: Agreed },
): Promise<{ use: RateUse | null }> {
  const [before] = await tx.db.select().from(rateUses).where(eq(rateUses.service, service)).for('update');
  const use = deckId === null ? null : { deckId, resellerDeckId: resellerDeckId ?? null, resellerPercent };
  const decks = use ? await requireSellable(tx, service, use) : { deck: null, resellerDeck: null };
  const wanted: Agreed = { kind: 'rate_use', service, ...decks, resellerPercent };
  if (agreed && !isDeepStrictEqual(agreed, wanted)) {
    throw new Problem('not_allowed_now', sentence('listChanged'));
  }
  const isSame = use ? isDeepStrictEqual(use, before && pick(before)) : before === undefined;
  if (!isSame) requireSecondWord({ deps, actor, agreed: agreed !== undefined }, wanted, { about: service });
  if (!use) await tx.db.delete(rateUses).where(eq(rateUses.service, service));
  const set = use && { ...use, usedSince: tx.now };
  const [row] = set
    ? await tx.db
        .insert(rateUses)
        .values({ service, ...set })
        .onConflictDoUpdate({ target: rateUses.service, set })
        .returning()
    : [];
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.used',
    subject: service,
    detail: {
      before: before?.deckId ?? 'flat',
      after: deckId ?? 'flat',
      resellers: resellerDeckId ?? 'the same',
      resellerPercent,
    },
  });
  return { use: row ? presentUse(row) : null };
}

async function requireSellable(
  tx: Transaction,
  service: RatedService,
  { deckId, resellerDeckId }: { deckId: string; resellerDeckId: string | null },
): Promise<Pick<Agreed, 'deck' | 'resellerDeck'>> {
  const decks = [];
  for (const id of new Set([deckId, resellerDeckId ?? deckId])) {
    const [found] = await tx.db.select().from(rateDecks).where(eq(rateDecks.id, id)).for('share');
    if (!found) throw notFound('Price list');
    const deck = await readDeck(tx, id);
    if (deck.kind !== 'sell' || deck.service !== service) {
      throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
    }
    if (deck.rows === 0) throw new Problem('not_allowed_now', sentence('listEmpty', { name: deck.name }));
    decks.push(deck);
  }
  if (new Set(decks.map(({ counting }) => counting)).size > 1) {
    throw new Problem('not_allowed_now', sentence('listCounting'));
  }
  const [deck, resellerDeck] = decks.map(({ id, name, lastImport }) => ({
    id,
    name,
    importId: lastImport?.id ?? null,
  }));
  return { deck: deck ?? null, resellerDeck: resellerDeck ?? null };
}

const pick = ({ deckId, resellerDeckId, resellerPercent }: typeof rateUses.$inferSelect) => ({
  deckId,
  resellerDeckId,
  resellerPercent,
});
