import { getTableColumns, getTableName, is, SQL, sql as template } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Driver } from './client.ts';
import { prepared } from './prepared.ts';

/*
 * Rows of a table for prepared statements (`prepared.ts`), with the types and the names that the query builder gives them.
 */

const casing = new CasingCache('snake_case');

const names = new WeakMap<PgColumn, string>();

/** PostgreSQL's name of a column: made once, as each row asks for it. */
function nameIn(column: PgColumn): string {
  const name = names.get(column) ?? casing.getColumnCasing(column);
  names.set(column, name);
  return name;
}

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
    return column ? [{ name, stored: nameIn(column), column }] : [];
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

/** The columns of some values, with what PostgreSQL takes for each. */
function givenOf(table: PgTable, values: Readonly<Record<string, unknown>>) {
  const all = getTableColumns(table);
  return Object.entries(values).flatMap(([name, value]) => {
    const column = all[name];
    if (!column || value === undefined) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column writes what PostgreSQL takes for it.
    const sent = (value === null ? null : column.mapToDriverValue(value)) as string | null;
    return [{ stored: nameIn(column), sent }];
  });
}

/** A statement about one row, which is made once for each set of columns that is given. Values are plain ones: no SQL. */
function aboutRow<Table extends PgTable>(table: Table, write: (columns: readonly string[]) => string) {
  const { read } = columnsOf(table);
  const texts = new Map<string, string>();
  return async (client: Driver, values: Readonly<Record<string, unknown>>, more: readonly string[] = []) => {
    const given = givenOf(table, values);
    const columns = given.map(({ stored }) => `"${stored}"`);
    const text = texts.get(columns.join()) ?? write(columns);
    texts.set(columns.join(), text);
    const sent = [...given.map((each) => each.sent), ...more];
    const [row] = await client.unsafe<Record<string, unknown>[]>(text, sent, { prepare: true }).execute();
    if (!row) throw new Error(`a row of ${getTableName(table)} is gone`);
    return read(row);
  };
}

/** Inserts one row; the statement is sent when it is called. @returns the row as it is stored */
export function insertInto<Table extends PgTable>(
  table: Table,
): (client: Driver, values: Table['$inferInsert']) => Promise<RowOf<Table>> {
  const places = (columns: readonly string[]) => columns.map((_, place) => `$${place + 1}`).join(', ');
  return aboutRow(
    table,
    (columns) => `insert into "${getTableName(table)}" (${columns.join(', ')}) values (${places(columns)}) returning *`,
  );
}

/** Changes the row with this id, which there is; the statement is sent when it is called. @returns the row as it is then */
export function updateOf<Table extends PgTable>(
  table: Table,
): (client: Driver, id: string, values: Partial<Table['$inferInsert']>) => Promise<RowOf<Table>> {
  const update = aboutRow(table, (columns) => {
    const set = columns.map((column, place) => `${column} = $${place + 1}`).join(', ');
    return `update "${getTableName(table)}" set ${set} where id = $${columns.length + 1} returning *`;
  });
  return (client, id, values) => update(client, values, [id]);
}

/** A row as an insert of these values stores it. Defaults that only PostgreSQL can tell have to be given. */
export function rowOf<Table extends PgTable>(table: Table, values: Table['$inferInsert']): RowOf<Table> {
  const given = new Map<string, unknown>(Object.entries(values));
  const pairs = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given.get(name) ?? column.default ?? null;
    if (is(value, SQL)) throw new TypeError(`${name} has a default of PostgreSQL`);
    return [name, value];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column has its own value, or its default.
  return Object.fromEntries(pairs) as RowOf<Table>;
}

/** Inserts rows by one statement, which is the same for any number of them and sent when it is called. */
export function insertAllInto<Table extends PgTable>(
  table: Table,
): (client: Driver, rows: readonly Table['$inferInsert'][]) => Promise<unknown> {
  const name = template.raw(`"${getTableName(table)}"`);
  const insert = prepared<{ rows: string }, never>(
    (p) => template`insert into ${name} select * from json_populate_recordset(null::${name}, ${p.rows}::text::json)`,
  );
  return (client, rows) => insert(client, { rows: `[${rows.map((row) => rowText(table, rowOf(table, row))).join()}]` });
}

/** An insert as part of a larger statement: it takes the row from `rowText`, and makes one for each row of `source`. */
export function insertFrom(table: PgTable, row: SQL, source: SQL): SQL {
  const name = template.raw(`"${getTableName(table)}"`);
  return template`insert into ${name} select r.* from ${source}, json_populate_record(null::${name}, ${row}::text::json) r`;
}

/** A whole row as text for `insertFrom`, without what is null. */
export const rowText = <Table extends PgTable>(table: Table, row: RowOf<Table>): string =>
  JSON.stringify(Object.fromEntries(givenOf(table, row).map(({ stored, sent }) => [stored, sent ?? undefined])));
