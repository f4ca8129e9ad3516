import { asc, eq, not, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, rateSwitches, rateUses, routeOrders } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { listRateDecks, RateDeck } from './contract.ts';
import { timeSql } from './price-increases/selling.ts';
import { rateRowSql } from '../pricing/rate-row-sql.ts';
import type { RateSwitch, RateUse } from './use-contract.ts';

/**
 * Every deck, by service and name; which decks are in use, and how carriers are ordered.
 * @param instead a deck by which its service may be sold
 */
export async function listDecks(
  { db, now }: { db: Queryable; now: Date },
  instead?: string,
): Promise<ResponseOf<typeof listRateDecks>> {
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
    stopping: instead === undefined ? 0 : await countStopping({ db, now }, instead),
    routing: { sms: by('sms'), voice: by('voice') },
  };
}

/** Counts the prefixes of the deck in use for which another one has no price, by the longest prefix of each. */
async function countStopping({ db, now }: { db: Queryable; now: Date }, instead: string): Promise<number> {
  const time = timeSql(now);
  const [row] = await db.execute<{ count: number }>(template`
    select count(distinct r.prefix)::integer as count
    from rate_decks d join rate_uses u on u.service = d.service and u.deck_id <> d.id
    join rate_rows r on r.deck_id = u.deck_id and not r.blocked and r.valid_from <= ${time}
      and (r.valid_until is null or r.valid_until > ${time})
    left join lateral (${rateRowSql(template`d.id`, template`r.prefix`, time)}) n on true
    where d.id = ${instead} and n.blocked is not false`);
  return row?.count ?? 0;
}

/** @throws not_found */
export async function readDeck({ db, now }: { db: Queryable; now: Date }, id: string): Promise<RateDeck> {
  const [deck] = await db.select(columns(now)).from(rateDecks).where(eq(rateDecks.id, id));
  if (!deck) throw notFound('Price list');
  return presentDeck(deck);
}

const columns = (now: Date) => ({
  deck: rateDecks,
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
  rows,
  last,
  usedBy,
}: {
  deck: typeof rateDecks.$inferSelect;
  rows: number;
  last: LastImport | null;
  usedBy: UsedBy | null;
}): RateDeck => ({
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
  rows,
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
