import { sql as template, type SQL } from 'drizzle-orm';
import { callingCodeSql } from './calling-code-sql.ts';

/**
 * The destination that a message or a call counts for: `+` and the prefix of its carrier's price list; without one,
 * of the list by which we sold it, if that is no shorter than the calling code; null where both are missing.
 * @param unit the alias of a row with `number` (E.164), `prefix` and `price_prefix`
 */
export const destinationSql = (unit: SQL): SQL => template`
  coalesce('+' || ${unit}.prefix, case
    when length(${unit}.price_prefix) + 1 >= length(${callingCodeSql(template`${unit}.number`)})
    then '+' || ${unit}.price_prefix end)`;
