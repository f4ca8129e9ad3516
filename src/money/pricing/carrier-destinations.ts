import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { settingSql } from '../../platform/settings/setting-sql.ts';

/*
 * Which numbers a carrier may be given: administrators may name calling codes, or longer beginnings of numbers, for each
 * carrier. A carrier without any may be given every number.
 */

/** The longest beginning of a number that a carrier can be limited to, in digits. */
export const LONGEST_DESTINATION = 7;

/** It stands for every number. */
export const EVERY_DESTINATION = 'all';

/** The beginnings of numbers that a carrier may be given, separated by commas; null: every number. */
export const destinationsSql = (carrier: SQL, now: SQL): SQL =>
  template`nullif(${settingSql('carrier_destinations', now, carrier)}, ${template.raw(`'${EVERY_DESTINATION}'`)})`;

/** Tells whether a carrier with these destinations may be given a number. @param digits without the plus */
export const mayCarrySql = (destinations: SQL, digits: SQL): SQL => template`(${destinations} is null or exists (
  select from unnest(string_to_array(${destinations}, ',')) as d (digits) where starts_with(${digits}, d.digits)))`;

/** The carriers, with `destinations`. @param carriers their names, separated by commas: a text of the statement */
export const carriersSql = (carriers: SQL, now: SQL): SQL => template`
  select c.carrier, ${destinationsSql(template`c.carrier`, now)} as destinations
  from unnest(string_to_array(${carriers}, ',')) as c (carrier)`;

/**
 * The carriers that may be given all of these numbers, in the order given.
 * @param numbers E.164
 */
export async function readCarriersFor(
  db: Queryable,
  { carriers, numbers, now }: { carriers: readonly string[]; numbers: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await db.execute<{ carrier: string }>(template`
    select c.carrier
    from (${carriersSql(template`${carriers.join(',')}::text`, template`${now.toISOString()}::timestamptz`)}) c
    where not exists (
      select from unnest(string_to_array(${numbers.join(',')}::text, ',')) as n (number)
      where not ${mayCarrySql(template`c.destinations`, template`substr(n.number, 2)`)})`);
  const allowed = new Set(rows.map(({ carrier }) => carrier));
  return carriers.filter((carrier) => allowed.has(carrier));
}
