import { Placeholder, type SQL, sql as template } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { driverOf, type Queryable } from './client.ts';

type Parameter = string | number | boolean | Date | null | readonly string[] | readonly number[];

/** Stands for the values of a statement in its text. */
export type Placeholders<Parameters> = { [Name in keyof Parameters]: Placeholder };

/** Without parameters the driver would send it as text to be planned each time. */
const KEPT = { prepare: true, simple: false };

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * One prepared statement for frequent requests: compiled once in the program, planned once per connection.
 * (The query builder sends its queries unprepared unless each is prepared by name, which halves the rate.)
 * Parameters are written as `p.name`; each use needs a cast if PostgreSQL cannot determine the type. Times
 * are given as `Date` and returned as text.
 *
 * It is sent when it is called, not when it is waited for: of one transaction, statements that are called one after the
 * other run in that order, also where none waits for the one before.
 */
export function prepared<Parameters extends { [name: string]: Parameter }, Row extends object>(
  build: (p: Placeholders<Parameters>) => SQL,
): (client: Pick<Sql, 'unsafe'>, parameters: Parameters) => Promise<Row[]> {
  let compiled: { text: string; names: string[] } | undefined;

  const compile = () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A proxy has every name; types cannot say so.
    const placeholders = new Proxy({} as Placeholders<Parameters>, {
      get: (_target, name) => template.placeholder(String(name)),
    });
    const query = dialect.sqlToQuery(build(placeholders));
    const names = query.params.map((parameter) => {
      if (parameter instanceof Placeholder) return String(parameter.name);
      throw new TypeError('a prepared statement takes placeholders, not values');
    });
    return shareParameters(query.sql, names);
  };

  return async (client, parameters) => {
    compiled ??= compile();
    const values = compiled.names.map((name) => {
      const value = parameters[name];
      if (value === undefined) throw new TypeError(`a prepared statement lacks ${name}`);
      return value instanceof Date ? value.toISOString() : value;
    });
    return client.unsafe<Row[]>(compiled.text, values, KEPT).execute();
  };
}

/**
 * Asks by a statement whose text has a few forms, and is put together for each question: a connection keeps it, so that it
 * is read and analysed once. That takes most of the time of a long one.
 */
export function askKept<Row extends object>(db: Pick<Queryable, '_'>, question: SQL): Promise<Row[]> {
  const { sql, params } = dialect.sqlToQuery(question);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The values of a template are parameters.
  const values = params as Parameter[];
  return driverOf(db).unsafe<Row[]>(sql, values, KEPT).execute();
}

/**
 * Sends a parameter once, even if the statement uses it many times: the server reads each one separately, and
 * the longest statements use the time dozens of times. Uses are joined only if they are cast to the same
 * type; without a cast, the type of each use depends on its context.
 */
function shareParameters(text: string, names: readonly string[]): { text: string; names: string[] } {
  const shared: string[] = [];
  const numbers = new Map<string, number>();
  const shorter = text.replace(/\$(\d+)(::\w+(?:\[\])?)?/g, (_, digits: string, cast: string | undefined) => {
    const name = names[Number(digits) - 1] ?? '';
    const key = cast ? name + cast : digits;
    const number = numbers.get(key) ?? shared.push(name);
    numbers.set(key, number);
    return `$${number}${cast ?? ''}`;
  });
  return { text: shorter, names: shared };
}

/** How many ids a list in a statement has at most whose plan is kept: one of unknown length is planned anew each time. */
export const MOST_IDS = 8;
const ids = Array.from({ length: MOST_IDS }, (_, place) => `id${place}`);
/** The parameters of such a list. What is left names the last one again: with nulls fewer rows are expected, and it is planned anew. */
export const idsOf = (given: readonly string[]): { [name: string]: string | null } =>
  Object.fromEntries(ids.map((name, place) => [name, given[place] ?? given.at(-1) ?? null]));
export const idList = (type: 'uuid' | 'text'): SQL =>
  template.join(
    ids.map((name) => template`${template.placeholder(name)}::${template.raw(type)}`),
    template`, `,
  );

/** A time as the contract writes it, made by PostgreSQL: ISO 8601 in UTC with milliseconds. */
export const isoTime = (column: SQL) =>
  template`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
