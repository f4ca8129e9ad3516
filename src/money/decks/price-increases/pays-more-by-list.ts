import { sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { pricedSql } from '../../pricing/price-sql.ts';
import { timeSql } from './selling.ts';
import { rowSql } from './stage-moves.ts';

/** An account's terms as a query of one row (`termsSql`) on the table `payer`, and the time of the decks' rows. */
interface TermsAt {
  terms: SQL;
  at: Date;
}

/** The decks of terms; null where there is none. */
interface Decks extends Record<string, unknown> {
  deck_id: string | null;
  own_deck: string | null;
  listed_deck: string | null;
  apart_deck: string | null;
}

/** A query with the columns of `rateRowSql` and without a row. */
export const NO_ROW: SQL = template.raw(`
  select null::numeric as rate, null::numeric as fee, null::integer as first_interval, null::integer as next_interval,
    null::boolean as blocked, null::text as name, null::text as prefix where false`);

/** Tells whether a number costs more by the price `y` than by the price `x`. Of a message its parts count. */
export const dearerSql = (service: RatedService): SQL =>
  template.raw(
    service === 'sms'
      ? 'y.rate > x.rate'
      : `(y.rate > x.rate or y.fee > x.fee or y.first_interval > x.first_interval
          or y.next_interval > x.next_interval)`,
  );

/**
 * Tells whether an account pays more for some destination afterwards, where the prices of a deck that its
 * reseller has set, or of its own, hold before or after. Each prefix of all decks of both terms is priced: no number depends
 * on more digits.
 */
export async function paysMoreByList(
  tx: Transaction,
  userId: string,
  { service, before, after }: { service: RatedService; before: TermsAt; after: TermsAt },
): Promise<boolean> {
  const payer = template`users payer cross join lateral (${before.terms}) b cross join lateral (${after.terms}) a`;
  const [found] = await tx.db.execute<{ before: Decks; after: Decks }>(template`
    select to_json(b) as before, to_json(a) as after from ${payer} where payer.id = ${userId}::uuid`);
  if (!found) return false;
  const sides = { before: { ...found.before, at: before.at }, after: { ...found.after, at: after.at } };
  const prefixes = template.join(Object.values(sides).map(prefixesSql), template` union `);
  const price = (when: 'before' | 'after') => {
    const { deck_id, own_deck } = sides[when];
    return pricedSql(template.raw(when === 'before' ? 'b' : 'a'), {
      standard: foundSql(`standard_${when}`),
      own: own_deck === deck_id ? NO_ROW : foundSql(`own_${when}`),
      listed: foundSql(`listed_${when}`),
      apart: foundSql(`apart_${when}`),
    });
  };
  const [dearer] = await tx.db.execute(template`
    select 1 from ${payer} cross join (${prefixes}) p
    ${rowsSql('before', sides.before)} ${rowsSql('after', sides.after)}
    cross join lateral (${price('before')}) x cross join lateral (${price('after')}) y
    where payer.id = ${userId}::uuid and x.sold and y.sold and ${dearerSql(service)} limit 1`);
  return dearer !== undefined;
}

/** With flat prices, all other numbers are one more. */
const prefixesSql = ({ deck_id, own_deck, listed_deck, apart_deck, at }: Decks & { at: Date }): SQL => template`
  select '' as prefix where ${deck_id}::uuid is null union
  select prefix from rate_rows
  where deck_id in (${deck_id}::uuid, ${own_deck}::uuid, ${listed_deck}::uuid, ${apart_deck}::uuid)
    and valid_from <= ${timeSql(at)} and (valid_until is null or valid_until > ${timeSql(at)})`;

const rowsSql = (
  when: 'before' | 'after',
  { deck_id, own_deck, listed_deck, apart_deck, at }: Decks & { at: Date },
): SQL => template`
  ${rowSql(`standard_${when}`, deck_id, at)}
  ${own_deck === deck_id ? template`` : rowSql(`own_${when}`, own_deck, at)}
  ${rowSql(`listed_${when}`, listed_deck, at)}
  ${rowSql(`apart_${when}`, apart_deck, at)}`;

/** A joined row, as a query with the columns of `rateRowSql`. */
const foundSql = (side: string): SQL =>
  template.raw(`
    select ${side}.rate, ${side}.fee, ${side}.first_interval, ${side}.next_interval, ${side}.blocked, ${side}.name,
      ${side}.prefix where ${side}.rate is not null`);
