import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, rateSwitches } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Wanted } from '../../callers/approvals/contract.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { offersChangedEvent } from '../pricing/events.ts';
import { ANNOUNCED_HOURS, type useRateDeck } from './contract.ts';
import { nameOf, presentSwitch, presentUse, readDeck } from './list-decks.ts';
import { findPayers } from './price-increases/find-payers.ts';
import { findDropped } from './price-increases/find-dropped.ts';
import { FLAT_TERMS, type Move, type Terms } from './price-increases/selling.ts';
import { notifyDropped } from './price-increases/notify-dropped.ts';
import { notifyPayers } from './price-increases/notify-payers.ts';
import { lockUse } from './switches/lock-use.ts';
import { writeUse } from './switches/write-use.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

type Use = BodyOf<typeof useRateDeck> & { service: RatedService };
/** The change that another administrator has agreed to. */
type Agreed = Extract<Wanted, { kind: 'rate_use' }>;

interface Context {
  tx: Transaction;
  deps: Pick<Deps, 'config'>;
  actor: Actor;
}

/**
 * Sells a service by a deck, or by the flat prices again: at once, or a day later if somebody pays more for some
 * destination, or can buy one no longer that they used in the last 30 days; then they are told. It takes the place of a change that was announced before.
 * @throws not_found, not_allowed_now: the deck is a list of costs, is for another service, has no rows, waits for a
 * file, counts parts differently from the resellers' deck, or has changed since the agreement; approval_needed
 */
export async function useDeck(
  { tx, deps, actor }: Context,
  { service, deckId, resellerDeckId, resellerPercent, agreed }: Use & { agreed?: Agreed },
): Promise<ResponseOf<typeof useRateDeck>> {
  const { use: before, announced } = await lockUse(tx, service);
  const use = deckId === null ? FLAT_TERMS : { deckId, resellerDeckId: resellerDeckId ?? null, resellerPercent };
  const decks = await requireSellable(tx, service, use);
  const wanted: Agreed = { kind: 'rate_use', service, ...decks, resellerPercent };
  if (agreed && !isDeepStrictEqual(agreed, wanted)) {
    throw new Problem('not_allowed_now', sentence('listChanged'));
  }
  const holds = before ? termsOf(before) : FLAT_TERMS;
  if (announced && isDeepStrictEqual(use, termsOf(announced))) {
    return { use: before && presentUse(before), announced: presentSwitch(announced) };
  }
  const isSame = isDeepStrictEqual(use, holds);
  if (!isSame) requireApproval({ deps, actor, agreed: agreed !== undefined }, wanted, { about: service });
  const detail = {
    before: holds.deckId ?? 'flat',
    after: deckId ?? 'flat',
    was: await nameOf(tx, holds.deckId),
    list: decks.deck?.name ?? null,
    resellers: resellerDeckId ?? 'the same',
    resellerPercent,
    percentWas: holds.resellerPercent,
  };
  const { payers, dropped } = isSame
    ? { payers: [], dropped: [] }
    : await findConcerned(tx, deps, moveOf(tx, service, { before: holds, after: use }));
  if (payers.length + dropped.length > 0) {
    const later = await announce({ tx, actor }, { service, use, detail });
    await notifyPayers(tx, payers, { service, holdsFrom: later.holdsFrom });
    await notifyDropped(tx, dropped, { service, holdsFrom: later.holdsFrom });
    return { use: before && presentUse(before), announced: presentSwitch(later) };
  }
  await tx.db.delete(rateSwitches).where(eq(rateSwitches.service, service));
  const row = isSame ? before : await writeUse(tx, service, use);
  await audit(tx, actor, 'rates.used', { subject: service, detail });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
  return { use: row && presentUse(row), announced: null };
}

/** What is dearer for somebody holds a day later. */
export const moveOf = (
  { now }: Transaction,
  service: RatedService,
  { before, after }: Record<'before' | 'after', Terms>,
): Move => ({ service, before: { ...before, at: now }, after: { ...after, at: soonest(now) } });

/** Who pays more by a change, and who can buy a destination no longer that they used lately: it is announced to them. */
export async function findConcerned(tx: Transaction, deps: Context['deps'], move: Move) {
  return { payers: await findPayers(tx, deps, move), dropped: await findDropped(tx, deps, move) };
}

const soonest = (now: Date): Date => new Date(now.getTime() + ANNOUNCED_HOURS * HOUR_MS);

async function announce(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { service, use, detail }: { service: RatedService; use: Terms; detail: Record<string, string | number | null> },
): Promise<typeof rateSwitches.$inferSelect> {
  const set = { ...use, announcedAt: tx.now, announcedBy: actor.id, holdsFrom: soonest(tx.now) };
  await tx.db
    .insert(rateSwitches)
    .values({ service, ...set })
    .onConflictDoUpdate({ target: rateSwitches.service, set });
  await audit(tx, actor, 'rates.switch_announced', {
    subject: service,
    detail: { ...detail, holdsFrom: set.holdsFrom.toISOString() },
  });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
  return { service, ...set };
}

/** @throws not_found, not_allowed_now: it is a list of costs, is for another service, has no rows, or waits for a file */
export async function requireSellable(
  tx: Transaction,
  service: RatedService,
  { deckId, resellerDeckId }: Terms,
): Promise<Pick<Agreed, 'deck' | 'resellerDeck'>> {
  if (deckId === null) return { deck: null, resellerDeck: null };
  const decks = [];
  for (const id of new Set([deckId, resellerDeckId ?? deckId])) {
    const [found] = await tx.db.select().from(rateDecks).where(eq(rateDecks.id, id)).for('share');
    if (!found) throw notFound('Price list');
    const deck = await readDeck(tx, id);
    if (deck.kind !== 'sell' || deck.service !== service) {
      throw new Problem('not_allowed_now', sentence('listOfOther', { name: deck.name }));
    }
    if (deck.rows === 0) throw new Problem('not_allowed_now', sentence('listEmpty', { name: deck.name }));
    // The prices that hold now say whether somebody pays more.
    if (deck.lastImport && new Date(deck.lastImport.validFrom) > tx.now) {
      const { fileName: file, validFrom: time } = deck.lastImport;
      throw new Problem('not_allowed_now', sentence('listWaiting', { file, time }));
    }
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

const termsOf = ({ deckId, resellerDeckId, resellerPercent }: Terms): Terms => ({
  deckId,
  resellerDeckId,
  resellerPercent,
});
