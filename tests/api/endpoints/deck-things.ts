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

/** A dearer price for one account, announced for tomorrow. */
export const accountPrice: Maker = async ({ app, admin }, { id }) => {
  const now = app.clock.now().toISOString();
  await app.deps.sql`insert into account_prices (user_id, subject, holds_from, percent, set_at, set_by)
    values (${id}, 'number', ${now}::timestamptz + interval '1 day', 150, ${now}, ${admin.id}) on conflict do nothing`;
  return { subject: 'number' };
};

export const DECK_THINGS: readonly Maker[] = [importedDeck, chosenDeck, accountPrice];
