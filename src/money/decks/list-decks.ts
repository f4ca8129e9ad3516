import { asc, eq, not, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, rateSwitches, rateUses, routeOrders } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { listRateDecks, RateDeck } from './contract.ts';
import { isUsedSql } from './is-used.ts';
import { timeSql } from './price-increases/selling.ts';
import type { RateSwitch, RateUse } from './use-contract.ts';

/** Every deck, by service and name; which decks are in use, and how carriers are ordered. */
export async function listDecks({
  db,
  now,
}: {
  db: Queryable;
  now: Date;
}): Promise<Omit<ResponseOf<typeof listRateDecks>, 'changes'>> {
  const decks = await db
    .select(columns(now))
    .from(rateDecks)
    .where(not(rateDecks.hidden))
    .orderBy(asc(rateDecks.service), asc(rateDecks.name));
  const uses = await db.select().from(rateUses).orderBy(asc(rateUses.service));
  const announced = await db.select().from(rateSwitches).orderBy(asc(rateSwitches.service));
  const orders = await db.select().from(routeOrders);
  const by = (service: RatedService) => orders.find((order) => order.service === service)?.by ?? 'fixed';
  return {
    decks: decks.map(presentDeck),
    uses: uses.map(presentUse),
    announced: announced.map(presentSwitch),
    routing: { sms: by('sms'), voice: by('voice') },
  };
}

/** @throws not_found */
export async function readDeck({ db, now }: { db: Queryable; now: Date }, id: string): Promise<RateDeck> {
  const [deck] = await db.select(columns(now)).from(rateDecks).where(eq(rateDecks.id, id));
  if (!deck) throw notFound('Price list');
  return presentDeck(deck);
}

/** The name of a deck; null for the flat prices. */
export const nameOf = async (tx: { db: Queryable; now: Date }, id: string | null): Promise<string | null> =>
  id === null ? null : (await readDeck(tx, id)).name;

const columns = (now: Date) => ({
  deck: rateDecks,
  used: template<boolean>`${isUsedSql(template`rate_decks.id`, now)}`,
  rows: template<number>`(
    select count(*)::integer from rate_rows r where r.deck_id = rate_decks.id and r.valid_from <= ${timeSql(now)}
      and (r.valid_until is null or r.valid_until > ${timeSql(now)}))`,
  last: template<LastImport | null>`(
    select json_build_object('id', i.id, 'fileName', i.file_name, 'importedAt', i.imported_at, 'validFrom', i.valid_from,
      'added', i.added, 'changed', i.changed, 'ended', i.ended, 'closed', i.closed, 'closedUsed', i.closed_used)
    from rate_imports i where i.deck_id = rate_decks.id and i.undone_at is null order by i.id desc limit 1)`,
  usedBy: template<UsedBy | null>`(
    select json_agg(json_build_object('resellerId', r.id, 'email', r.email, 'lists', n.lists) order by r.email)
    from (
      select coalesce(u.reseller_id, u.id) as reseller_id, count(*)::integer as lists
      from (
        select l.user_id from price_lists l where l.sms_deck_id = rate_decks.id
        union select l.user_id from price_lists l where l.voice_deck_id = rate_decks.id
        union select w.user_id from price_raises w where w.deck_id = rate_decks.id
      ) l join users u on u.id = l.user_id group by 1
    ) n join users r on r.id = n.reseller_id)`,
});

type UsedBy = RateDeck['usedBy'];

interface LastImport extends Omit<NonNullable<RateDeck['lastImport']>, 'importedAt' | 'validFrom'> {
  importedAt: string;
  validFrom: string;
}

const presentDeck = ({
  deck,
  last,
  usedBy,
  ...rest
}: {
  deck: typeof rateDecks.$inferSelect;
  used: boolean;
  rows: number;
  last: LastImport | null;
  usedBy: UsedBy | null;
}): RateDeck => ({
  ...rest,
  id: deck.id,
  name: deck.name,
  kind: deck.kind,
  service: deck.service,
  carrier: deck.carrier,
  counting: deck.counting,
  currency: deck.currency,
  belowCost: deck.belowCost,
  offered: deck.offered,
  usedBy: usedBy ?? [],
  createdAt: deck.createdAt.toISOString(),
  lastImport: last && {
    ...last,
    importedAt: new Date(last.importedAt).toISOString(),
    validFrom: new Date(last.validFrom).toISOString(),
  },
});

export const presentUse = (use: typeof rateUses.$inferSelect): RateUse => ({
  ...use,
  usedSince: use.usedSince.toISOString(),
});

export const presentSwitch = ({
  service,
  deckId,
  resellerDeckId,
  resellerPercent,
  holdsFrom,
}: typeof rateSwitches.$inferSelect): RateSwitch => ({
  service,
  deckId,
  resellerDeckId,
  resellerPercent,
  holdsFrom: holdsFrom.toISOString(),
});
