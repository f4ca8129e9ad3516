import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Config } from '../../config.ts';
import { dealBySql, pricedSql } from '../../pricing/price-sql.ts';
import { flatAt, type Move, type Selling, timeSql, usesSql } from './selling.ts';
import { movedRowSql, stageMoves } from './stage-moves.ts';

/** Somebody who pays more for some destination afterwards. */
export interface Payer {
  id: string;
  /** Whether a mail can reach them: their account is not suspended or closed. */
  isActive: boolean;
}

interface Account extends Record<string, unknown> {
  id: string;
  active: boolean;
  /** Equal for accounts that pay the same everywhere. */
  terms: string;
  counts_more: boolean;
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
  await stageMoves(tx, deps, move);
  const [before, after] = [
    dealOf(tx, deps, { service: move.service, selling: move.before }),
    dealOf(tx, deps, { service: move.service, selling: move.after }),
  ];
  const accounts = await tx.db.execute<Account>(template`
    select payer.id, payer.status = 'active' as active, ${TERMS} as terms,
      b.counting = '160/160' and a.counting = '160/153' as counts_more
    from users payer cross join lateral (${before}) b cross join lateral (${after}) a
    where payer.role <> 'admin'`);
  const payers: Payer[] = [];
  for (const [, alike] of Map.groupBy(accounts, ({ terms }) => terms)) {
    const [sample] = alike;
    if (!sample) continue;
    if (!(sample.counts_more || (await paysMore(tx, sample.id, { service: move.service, before, after })))) {
      continue;
    }
    payers.push(...alike.map(({ id, active }) => ({ id, isActive: active })));
  }
  return payers;
}

/** All of a deal that decides a price, but for whose it is. */
const DEAL = [
  'deck_id',
  'own_deck',
  'own_percent',
  'flat',
  'own_flat',
  'listed',
  'listed_percent',
  'counting',
];
const TERMS = template.raw(
  `concat_ws(' ', payer.reseller_id is null, ${['b', 'a']
    .flatMap((deal) => DEAL.map((column) => `coalesce(${deal}.${column}::text, '-')`))
    .join(', ')})`,
);

/** The deal of `payer`. Whose packages run is taken as of now: it does not change by this. */
export const dealOf = (
  tx: Transaction,
  { config }: { config: Pick<Config, 'voiceRateGbp'> },
  { service, selling }: { service: RatedService; selling: Selling },
): SQL =>
  dealBySql({
    userId: template`payer.id`,
    service,
    flat: flatAt(config, service, selling.at),
    now: timeSql(tx.now),
    uses: usesSql(service, selling),
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
    });
  // A message has neither a fee nor intervals.
  const isDearer =
    service === 'sms'
      ? template`y.rate > x.rate`
      : template`(y.rate > x.rate or y.fee > x.fee or y.first_interval > x.first_interval
          or y.next_interval > x.next_interval)`;
  const [found] = await tx.db.execute(template`
    select 1 from users payer cross join lateral (${before}) b cross join lateral (${after}) a
    where payer.id = ${userId}::uuid and exists (
      select from price_moves m cross join lateral (${price('before')}) x cross join lateral (${price('after')}) y
      where x.sold and y.sold and ${isDearer})`);
  return found !== undefined;
}
