import { sql as template, type SQL } from 'drizzle-orm';

/** The most digits that a number of E.164 has. */
const MOST_DIGITS = 15;

/** The rows of a price list that hold at a time. */
const heldRowsSql = (deck: SQL, now: SQL): SQL => template`
  select held.rate, held.fee, held.first_interval, held.next_interval, held.blocked, held.name, held.prefix
  from rate_rows held
  where held.deck_id = ${deck} and held.valid_from <= ${now} and (held.valid_until is null or held.valid_until > ${now})`;

/**
 * The deck's row that holds for a number: the one with the longest prefix, at a given time.
 * @param digits without the plus; the expression must not use a table named `held`, which this query uses itself
 */
export const rateRowSql = (deck: SQL, digits: SQL, now: SQL): SQL => longestRowSql(deck, prefixesSql(digits), now);

/**
 * The same by all that the number begins with. All rows that are found begin the same number, so the longest is the last
 * of the index, and no other row is read.
 */
export const longestRowSql = (deck: SQL, prefixes: SQL, now: SQL): SQL => template`
  ${heldRowsSql(deck, now)} and held.prefix = any (${prefixes})
  order by held.prefix desc limit 1`;

/**
 * The same by the network that a number is in, which its first digits do not tell once it was ported: the row of that
 * network with the longest prefix of the number, otherwise the dearest one. No row where the deck does not have the
 * network.
 * @param network the mobile country code and the mobile network code, or null
 */
export const networkRowSql = (deck: SQL, network: SQL, digits: SQL, now: SQL): SQL => template`
  ${heldRowsSql(deck, now)} and held.network = ${network}
  order by case when starts_with(${digits}, held.prefix) then length(held.prefix) else 0 end desc, held.rate desc,
    held.prefix limit 1`;

const lengths = Array.from({ length: MOST_DIGITS }, (_, index) => index + 1);

const prefixesSql = (digits: SQL): SQL =>
  template`array[${template.join(
    lengths.map((length) => template`left(${digits}, ${template.raw(String(length))})`),
    template`, `,
  )}]`;

/**
 * All that a number begins with, without the plus and separated by commas: what `prefixesSql` makes of its digits.
 * PostgreSQL prepares every function of a statement each time that the statement runs; as a parameter the prefixes need
 * one function instead of thirty, which is 3 % of the instructions of a short statement.
 */
export const prefixesOf = (number: string): string =>
  lengths
    .filter((length) => length < number.length)
    .map((length) => number.slice(1, length + 1))
    .join(',');
