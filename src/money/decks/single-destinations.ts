import { and, asc, eq, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, rateRows } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/audit.ts';
import type { Destinations } from '../../callers/approvals/contract.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { transact } from '../../platform/events/transact.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { rateRowSql } from '../pricing/rate-row-sql.ts';
import { createDeck } from './create-deck.ts';
import { removeDeck } from './delete-deck.ts';
import { importRows } from './import-rows.ts';
import { isUsed } from './is-used.ts';
import { lockDeck } from './lock-deck.ts';
import { timeSql } from './price-increases/selling.ts';
import { lockUse } from './switches/lock-use.ts';

/**
 * Single destinations become a deck of their own, by the same way as a file; each has the name that it has in the deck by
 * which everybody pays.
 * @param hidden it is for one price list of a reseller
 */
export async function createDestinations(
  context: ActingWith<Pick<Deps, 'config' | 'carriersFor' | 'knownRates'>>,
  {
    service,
    name,
    destinations,
    hidden = false,
  }: { service: RatedService; name: string; destinations: Destinations; hidden?: boolean },
): Promise<string> {
  const { tx } = context;
  const { use } = await lockUse(tx, service);
  const deck = await createDeck(
    context,
    { name, kind: 'sell', service, counting: '160/160', currency: 'GBP' },
    { hidden },
  );
  const rates = new Map(destinations.map(({ prefix, rate }) => [prefix, rate]));
  const named = await tx.db.execute<{ prefix: string; name: string | null }>(template`
    select w.prefix, r.name from unnest(${template.param(`{${[...rates.keys()].join()}}`)}::text[]) w (prefix)
    left join lateral (${rateRowSql(template`${use?.deckId ?? null}::uuid`, template`w.prefix`, timeSql(tx.now))}) r on true`);
  const lines = named.map((row) => csvLine([row.prefix, row.name ?? row.prefix, rates.get(row.prefix) ?? '']));
  const bytes = new TextEncoder().encode([csvLine(['prefix', 'name', 'rate']), ...lines].join(''));
  await importRows(context, { deckId: deck.id, fileName: 'destinations.csv', bytes, validFrom: null, agreed: true });
  // One request may set destinations of messages and of calls.
  await tx.db.execute(template`drop table file_rows, deck_rows, file_changes`);
  return deck.id;
}

/** The single destinations of a deck; null where it is no deck of such. */
export async function readDestinations(db: Queryable, deckId: string): Promise<Destinations | null> {
  const [deck] = await db.select({ hidden: rateDecks.hidden }).from(rateDecks).where(eq(rateDecks.id, deckId));
  if (!deck?.hidden) return null;
  const { prefix, rate } = rateRows;
  const rows = await db.select({ prefix, rate }).from(rateRows).where(eq(rateRows.deckId, deckId)).orderBy(asc(prefix));
  return rows.map((row) => ({ prefix: row.prefix, rate: formatMoney(row.rate, 4) }));
}

/** Tells whether two lists of single destinations have the same prices. */
export const isSameDestinations = (one: Destinations, other: Destinations): boolean => textOf(one) === textOf(other);

const textOf = (all: Destinations): string =>
  [...new Map(all.map(({ prefix, rate }) => [prefix, parseMoney(rate)]))]
    .map(([prefix, rate]) => `${prefix} ${rate}`)
    .toSorted()
    .join();

/** Deletes single destinations that no price list of a reseller names any longer. */
export async function dropHiddenDecks(deps: Deps): Promise<void> {
  const decks = await deps.db
    .select({ id: rateDecks.id })
    .from(rateDecks)
    .where(
      and(
        rateDecks.hidden,
        template`not exists (select from price_lists l where l.sms_deck_id = ${rateDecks.id})`,
        template`not exists (select from price_lists l where l.voice_deck_id = ${rateDecks.id})`,
        template`not exists (select from price_raises r where r.deck_id = ${rateDecks.id})`,
      ),
    )
    .limit(100);
  const what = 'single destinations that nobody pays by could not be deleted';
  await eachAlone({ log: deps.log, what, items: decks, idOf: ({ id }) => id }, ({ id }) =>
    transact(deps, async (tx) => {
      await lockDeck(tx, id);
      if (!(await isUsed(tx, id))) await removeDeck(tx, id);
    }),
  );
}
