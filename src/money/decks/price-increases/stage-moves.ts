import { sql as template, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Config } from '../../config.ts';
import type { FlatPrices } from '../../pricing/price-sql.ts';
import { rateRowSql } from '../../pricing/rate-row-sql.ts';
import { flatAt, type Move, type Selling, timeSql } from './selling.ts';

/** The columns of a deck's row that decide a price. */
const COLUMNS = ['rate', 'fee', 'first_interval', 'next_interval', 'blocked'] as const;

/** A row belongs to the standard deck or to the resellers' deck, before or after. */
type Side = 'standard_before' | 'own_before' | 'standard_after' | 'own_after';
const SIDES: readonly Side[] = ['standard_before', 'own_before', 'standard_after', 'own_after'];

/** A side's row in `price_moves`, as a query with the columns of `rateRowSql`; no row where the deck has none. */
export const movedRowSql = (side: Side): SQL =>
  template.raw(`
    select ${COLUMNS.map((column) => `m.${side}_${column} as ${column}`).join(', ')}, null::text as name, m.prefix
    where m.${side}_rate is not null`);

/**
 * Puts each prefix of the decks before and after into the temporary table `price_moves` of this transaction, with the
 * four rows that hold for its numbers, if the standard price or the resellers' price rises there. Every number is
 * priced as one of these prefixes is: both its rows are found by no more digits than the longer prefix of both has.
 */
export async function stageMoves(
  tx: Transaction,
  { config }: { config: Pick<Config, 'voiceRateGbp'> },
  { service, before, after }: Move,
): Promise<void> {
  const flat = { before: flatAt(config, service, before.at), after: flatAt(config, service, after.at) };
  const columns = template.raw(
    SIDES.flatMap((side) => COLUMNS.map((column) => `${side}.${column} as ${side}_${column}`)).join(', '),
  );
  await tx.db.execute(template`
    create temporary table price_moves on commit drop as
    select p.prefix, ${columns} from ${comparedSql({ before, after })}
    where ${increasesSql('standard', flat, { before: 100, after: 100 })}
      or ${increasesSql('own', flat, { before: percentOf(before), after: percentOf(after) })}`);
}

/**
 * Each prefix `p` of the decks before and after, with the four rows of its numbers: `standard_before`, and so on.
 * @param others a query of more prefixes
 */
export const comparedSql = (
  { before, after }: Pick<Move, 'before' | 'after'>,
  others: SQL = template`select null::text where false`,
): SQL => template`
  (${prefixesSql(before)} union ${prefixesSql(after)} union ${others}) p
  ${rowsSql('before', before)} ${rowsSql('after', after)}`;

const prefixesSql = ({ deckId, resellerDeckId, at }: Selling): SQL => template`
  select prefix from rate_rows
  where deck_id in (${deckId}::uuid, ${resellerDeckId}::uuid)
    and valid_from <= ${timeSql(at)} and (valid_until is null or valid_until > ${timeSql(at)})`;

/** The rows of the standard deck and of the resellers' deck, which is mostly the same one. */
function rowsSql(when: 'before' | 'after', { deckId, resellerDeckId, at }: Selling): SQL {
  const [standard, own] = [template.raw(`standard_${when}`), template.raw(`own_${when}`)];
  const ownRow =
    resellerDeckId === null || resellerDeckId === deckId
      ? template`left join lateral (select ${standard}.* where ${standard}.rate is not null) ${own} on true`
      : rowSql(`own_${when}`, resellerDeckId, at);
  return template`${rowSql(`standard_${when}`, deckId, at)} ${ownRow}`;
}

/**
 * Joins the deck's row for the numbers of `p.prefix`: mostly the row of that prefix itself, all of which are joined at
 * once; only where there is none, the shorter prefixes are looked up one by one.
 * @param side the alias of the row
 */
export function rowSql(side: string, deckId: string | null, at: Date): SQL {
  const [row, exact] = [template.raw(side), template.raw(`exact_${side}`)];
  const [deck, time] = [template`${deckId}::uuid`, timeSql(at)];
  return template`
    left join (
      select rate, fee, first_interval, next_interval, blocked, name, prefix from rate_rows
      where deck_id = ${deck} and valid_from <= ${time} and (valid_until is null or valid_until > ${time})
    ) ${exact} on ${exact}.prefix = p.prefix
    left join lateral (
      select ${exact}.* where ${exact}.prefix is not null
      union all
      select * from (${rateRowSql(deck, template`p.prefix`, time)}) found where ${exact}.prefix is null
    ) ${row} on true`;
}

/**
 * The percentage of their deck's prices that resellers pay; with flat prices, resellers have a flat price of
 * their own.
 */
const percentOf = ({ deckId, resellerPercent }: Selling): number => (deckId === null ? 100 : resellerPercent);

/** Tells whether one of the two prices rises. A number without a row, where there is a deck, is judged by who pays for it. */
function increasesSql(
  whose: 'standard' | 'own',
  flat: { before: FlatPrices; after: FlatPrices },
  percent: { before: number; after: number },
): SQL {
  const flatOf = (when: 'before' | 'after') => flat[when][whose === 'standard' ? 'standard' : 'reseller'];
  const column = (when: 'before' | 'after', name: string) => template.raw(`${whose}_${when}.${name}`);
  const paid = (when: 'before' | 'after', name: string, otherwise: SQL) =>
    template`coalesce(${column(when, name)}, ${otherwise}) * ${percent[when]}::integer`;
  const seconds = (when: 'before' | 'after', name: string) => template`coalesce(${column(when, name)}, 60)`;
  return template`(
    ${paid('after', 'rate', flatOf('after'))} > ${paid('before', 'rate', flatOf('before'))}
    or ${paid('after', 'fee', template`0`)} > ${paid('before', 'fee', template`0`)}
    or ${seconds('after', 'first_interval')} > ${seconds('before', 'first_interval')}
    or ${seconds('after', 'next_interval')} > ${seconds('before', 'next_interval')})`;
}
