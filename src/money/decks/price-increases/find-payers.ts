import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Config } from '../../config.ts';
import { termsBySql, pricedSql } from '../../pricing/price-sql.ts';
import { waitingListsSql } from '../../pricing/waiting-lists.ts';
import { dearerSql, NO_ROW, paysMoreByList } from './pays-more-by-list.ts';
import { amongSql, flatAt, type Move, type Selling, timeSql, usesSql } from './selling.ts';
import { movedRowSql, stageMoves } from './stage-moves.ts';

/** Somebody who pays more for some destination afterwards. */
export interface Payer {
  id: string;
  /** A mail can reach them: their account is not suspended or closed. */
  isActive: boolean;
}

interface Account extends Record<string, unknown> {
  id: string;
  active: boolean;
  /** Equal for accounts that pay the same everywhere. */
  terms_text: string;
  counts_more: boolean;
  /** Pays by the prices of a deck that a reseller has set, or of one of their own, before or after. */
  by_list: boolean;
}

/**
 * Finds all customers who pay more for at least one destination after a change of prices. Accounts with the same terms
 * are judged once. It may be called once in a transaction, because it makes a temporary table.
 */
export async function findPayers(
  tx: Transaction,
  deps: { config: Pick<Config, 'voiceRateGbp'> },
  move: Move,
): Promise<Payer[]> {
  // Without a deck of ours only those of resellers have rows; who pays the flat prices is told of them alone.
  const byDeck = move.before.deckId !== null || move.after.deckId !== null;
  if (byDeck && !move.after.apart) await stageMoves(tx, deps, move);
  const [before, after] = [
    termsOf(tx, deps, { service: move.service, selling: move.before }),
    termsOf(tx, deps, { service: move.service, selling: move.after }),
  ];
  const accounts = await tx.db.execute<Account>(template`
    select payer.id, payer.status = 'active' as active, ${TERMS_TEXT} as terms_text,
      b.counting = '160/160' and a.counting = '160/153' as counts_more,
      ${Boolean(move.after.apart)} or num_nonnulls(b.listed_deck, a.listed_deck, b.apart_deck, a.apart_deck) > 0 as by_list
    from users payer cross join lateral (${before}) b cross join lateral (${after}) a
    where payer.role <> 'admin' and ${amongSql(template`payer.id`, move.payerIds)}`);
  const payers: Payer[] = [];
  for (const [, alike] of Map.groupBy(accounts, (account) => account.terms_text)) {
    const [sample] = alike;
    if (!sample) continue;
    const compared = { before: { terms: before, at: move.before.at }, after: { terms: after, at: move.after.at } };
    const isDearer =
      sample.counts_more ||
      (sample.by_list
        ? await paysMoreByList(tx, sample.id, { service: move.service, ...compared })
        : byDeck && (await paysMore(tx, sample.id, { service: move.service, before, after })));
    if (!isDearer) continue;
    payers.push(...alike.map(({ id, active }) => ({ id, isActive: active })));
  }
  return payers;
}

/** All of the terms that decide a price, but for whose it is. */
const TERMS = [
  ...['deck_id', 'own_deck', 'own_percent', 'flat', 'own_flat', 'flat_fee', 'own_flat_fee', 'apart_deck', 'listed'],
  ...['listed_percent', 'listed_deck', 'counting'],
];
const TERMS_TEXT = template.raw(
  `concat_ws(' ', payer.reseller_id is null, ${['b', 'a']
    .flatMap((terms) => TERMS.map((column) => `coalesce(${terms}.${column}::text, '-')`))
    .join(', ')})`,
);

/**
 * The terms of `payer`. Whose packages run is taken as of now: it does not change by this. What resellers have announced
 * counts as set: it holds before the change does.
 */
export const termsOf = (
  tx: Transaction,
  { config }: { config: Pick<Config, 'voiceRateGbp'> },
  { service, selling }: { service: RatedService; selling: Selling },
): SQL =>
  termsBySql({
    userId: template`payer.id`,
    service,
    flat: flatAt(config, service, selling.at),
    now: timeSql(tx.now),
    uses: usesSql(service, selling),
    lists: selling.lists?.rows ?? waitingListsSql(service),
    ...(selling.apart && { apart: selling.apart }),
  });

async function paysMore(
  tx: Transaction,
  userId: string,
  { service, before, after }: { service: RatedService; before: SQL; after: SQL },
): Promise<boolean> {
  const price = (when: 'before' | 'after') =>
    pricedSql(template.raw(when === 'before' ? 'b' : 'a'), {
      standard: movedRowSql(`standard_${when}`),
      own: movedRowSql(`own_${when}`),
      listed: NO_ROW,
      apart: NO_ROW,
    });
  const [found] = await tx.db.execute(template`
    select 1 from users payer cross join lateral (${before}) b cross join lateral (${after}) a
    where payer.id = ${userId}::uuid and exists (
      select from price_moves m cross join lateral (${price('before')}) x cross join lateral (${price('after')}) y
      where x.sold and y.sold and ${dearerSql(service)})`);
  return found !== undefined;
}
