import { getTableColumns, getTableName, type SQL, sql as template } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Driver } from './client.ts';

/*
 * Rows of a table for prepared statements (`prepared.ts`), with the types and the names that the query builder gives them.
 */

const casing = new CasingCache('snake_case');

type RowOf<Table extends PgTable> = Table['$inferSelect'];
type NameOf<Table extends PgTable> = keyof RowOf<Table> & string;

/** Some columns of a table. */
interface Columns<Part> {
  /** For a statement that names the table, or calls it so. */
  list: SQL;
  /** Reads a row as PostgreSQL sends it. */
  read(raw: Readonly<Record<string, unknown>>): Part;
}

/** @param names of the query builder; all columns unless they are given */
export function columnsOf<Table extends PgTable, Name extends NameOf<Table> = NameOf<Table>>(
  table: Table,
  names?: readonly Name[],
): Columns<Pick<RowOf<Table>, Name>> {
  const all = getTableColumns(table);
  const chosen = (names ?? Object.keys(all)).flatMap((name) => {
    const column = all[name];
    return column ? [{ name, stored: casing.getColumnCasing(column), column }] : [];
  });
  return {
    list: template.raw(chosen.map(({ stored }) => `"${stored}"`).join(', ')),
    read: (raw) => {
      const pairs = chosen.map(({ name, stored, column }) => {
        const value = raw[stored] ?? null;
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column reads its own type.
      return Object.fromEntries(pairs) as Pick<RowOf<Table>, Name>;
    },
  };
}

/**
 * Inserts one row; the statement is made once for each set of columns that is given, and sent when it is called. Values
 * are plain ones: no SQL.
 * @returns the row as it is stored
 */
export function insertInto<Table extends PgTable>(
  table: Table,
): (client: Driver, values: Table['$inferInsert']) => Promise<RowOf<Table>> {
  const all = getTableColumns(table);
  const { read } = columnsOf(table);
  const texts = new Map<string, string>();
  return async (client, values) => {
    const given = Object.entries(values).flatMap(([name, value]) => {
      const column = all[name];
      return column && value !== undefined ? [{ column, value }] : [];
    });
    const names = given.map(({ column }) => `"${casing.getColumnCasing(column)}"`).join(', ');
    let text = texts.get(names);
    if (text === undefined) {
      const places = given.map((_, place) => `$${place + 1}`).join(', ');
      text = `insert into "${getTableName(table)}" (${names}) values (${places}) returning *`;
      texts.set(names, text);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column writes what PostgreSQL takes for it.
    const parameters = given.map(({ column, value }) =>
      value === null ? null : column.mapToDriverValue(value),
    ) as (string | null)[];
    const sent = client.unsafe<Record<string, unknown>[]>(text, parameters, { prepare: true }).execute();
    const [row] = await sent;
    if (!row) throw new Error('an insert returned no row');
    return read(row);
  };
}
