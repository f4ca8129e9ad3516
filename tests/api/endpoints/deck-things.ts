import { priceLists } from '../../../db/schema/index.ts';
import { makeDeck } from '../../kit/decks.ts';
import type { Maker } from './row.ts';

/** A price list that nobody buys by, with one file in it. */
export const importedDeck: Maker = async ({ app }) => {
  const deckId = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.03' }]);
  const [row] = await app.deps.sql<{ id: string }[]>`select id from rate_imports where deck_id = ${deckId}`;
  return { deckId, importId: row?.id ?? '' };
};

/** A dearer price list, announced for tomorrow. */
export const rateSwitch: Maker = async ({ app, admin }) => {
  const now = app.clock.now();
  await app.deps.sql`
    insert into rate_switches (service, deck_id, announced_at, announced_by, holds_from)
    values ('voice', ${await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.50' }])}, ${now.toISOString()}, ${admin.id},
      ${new Date(now.getTime() + 86_400_000).toISOString()})
    on conflict (service) do nothing`;
  return { service: 'voice' };
};

/** A price list that is not offered any more, and that a reseller's customers pay by. */
export const chosenDeck: Maker = async ({ app }, owner) => {
  const voiceDeckId = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.20' }]);
  const set = { voiceDeckId, voice: null, voicePercent: null, updatedAt: app.clock.now() };
  await app.deps.db
    .insert(priceLists)
    .values({ userId: owner.id, ...set })
    .onConflictDoUpdate({ target: priceLists.userId, set });
  return { deckId: voiceDeckId };
};

export const DECK_THINGS: readonly Maker[] = [importedDeck, chosenDeck];
