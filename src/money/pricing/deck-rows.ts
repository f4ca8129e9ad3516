import { sql as template, type SQL } from 'drizzle-orm';
import { rateRowSql } from './rate-row-sql.ts';

/**
 * Which rows of a deck are wanted: by the beginning of their prefix, with the row of all numbers that begin so; or by
 * name, or by the calling codes beside it.
 */
export interface DeckRowsQuestion {
  deck: SQL;
  at: SQL;
  digits: string;
  name: string;
  codes: readonly string[];
  /** The prefix after which the answer begins. */
  after: string;
  limit: number;
}

/** If more names have the searched text, it is so frequent that reading the rows in their order finds enough soon. */
const MANY_NAMES = template.raw('200');

/** More than any prefix with the same beginning. */
const LAST = template.raw(`'999999999999999'`);

/**
 * The first rows of a deck that match, `prefix` and `name`, ordered by prefix. It never reads a whole deck: prefixes
 * are found by the index, names among the deck's few different ones (`rate_names`).
 */
export function deckRowsSql({ deck, at, digits, name, codes, after, limit }: DeckRowsQuestion): SQL {
  const rows = (from: SQL, condition: SQL) => template`
    select w.prefix, w.name from ${from}
    where w.deck_id = ${deck} and w.valid_from <= ${at} and (w.valid_until is null or w.valid_until > ${at})
      and w.prefix > ${after} and ${condition}
    order by w.prefix limit ${limit}::integer`;
  const table = template`rate_rows w`;
  if (name === '') {
    return template`
      (${rows(table, template`w.prefix between ${digits}::text and ${digits}::text || ${LAST}`)})
      union all
      (select whole.prefix, whole.name from (${rateRowSql(deck, template`${digits}::text`, at)}) whole
      where whole.prefix < ${digits} and whole.prefix > ${after})
      order by prefix limit ${limit}::integer`;
  }
  return template`
    with named as materialized (
      select n.name, n.first_prefix, n.last_prefix from rate_names n
      where n.deck_id = ${deck} and strpos(lower(n.name), lower(${name})) > 0
    ), few as materialized (
      select count(*) <= ${MANY_NAMES} as it, min(first_prefix) as first_prefix from named
    )
    select prefix, min(name) as name from (
      (select e.* from named n cross join lateral (
        ${rows(table, template`w.prefix between n.first_prefix and n.last_prefix and w.name = n.name`)}
      ) e where (select it from few) order by e.prefix limit ${limit}::integer)
      union all
      (select e.* from few cross join lateral (
        ${rows(table, template`w.prefix >= few.first_prefix and strpos(lower(w.name), lower(${name})) > 0`)}
      ) e where not few.it)
      union all
      (select e.* from unnest(${`{${codes.join(',')}}`}::text[]) c (code) cross join lateral (
        ${rows(table, template`w.prefix between c.code and c.code || ${LAST}`)}
      ) e)
    ) found group by prefix order by prefix limit ${limit}::integer`;
}
