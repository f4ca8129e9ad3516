import { getTableColumns, getTableName, is, SQL, sql as template } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Driver } from './client.ts';
import { prepared } from './prepared.ts';

/*
 * Rows of a table for prepared statements (`prepared.ts`), with the types and the names that the query builder gives them.
 */

const casing = new CasingCache('snake_case');

interface Column {
  name: string;
  /** PostgreSQL's name of it. */
  stored: string;
  column: PgColumn;
}

const known = new WeakMap<PgTable, Column[]>();

/** The columns of a table: made once, as each row asks for them. */
function allOf(table: PgTable): Column[] {
  const make = (): Column[] =>
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      return { name, stored: casing.getColumnCasing(column), column };
    });
  const all = known.get(table) ?? make();
  known.set(table, all);
  return all;
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
  const wanted = names && new Set<string>(names);
  const chosen = allOf(table).filter(({ name }) => wanted?.has(name) ?? true);
  return {
    list: template.raw(listed(chosen)),
    read: (raw) => {
      const row: Record<string, unknown> = {};
      for (const { name, stored, column } of chosen) {
        const value = raw[stored] ?? null;
        row[name] = value === null ? null : column.mapFromDriverValue(value);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column reads its own type.
      return row as Pick<RowOf<Table>, Name>;
    },
  };
}

/** Each by its name: a kept statement that returns `*` fails once a migration has added a column. */
const namesOf = (table: PgTable): string => listed(allOf(table));
const listed = (columns: Column[]): string => columns.map(({ stored }) => `"${stored}"`).join(', ');

/** The columns of some values, with what PostgreSQL takes for each. */
function givenOf(table: PgTable, values: Readonly<Record<string, unknown>>) {
  return allOf(table).flatMap(({ name, stored, column }) => {
    const value = values[name];
    if (value === undefined) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each column writes what PostgreSQL takes for it.
    return [{ stored, sent: (value === null ? null : column.mapToDriverValue(value)) as string | null }];
  });
}

/** A statement about one row, which is made once for each set of columns that is given. Values are plain ones: no SQL. */
function aboutRow(table: PgTable, write: (columns: readonly string[]) => string) {
  const texts = new Map<string, string>();
  return async (client: Driver, values: Readonly<Record<string, unknown>>, more: readonly string[] = []) => {
    const given = givenOf(table, values);
    const columns = given.map(({ stored }) => `"${stored}"`);
    const text = texts.get(columns.join()) ?? write(columns);
    texts.set(columns.join(), text);
    const sent = [...given.map((each) => each.sent), ...more];
    const [row] = await client.unsafe<Record<string, unknown>[]>(text, sent, { prepare: true }).execute();
    return row;
  };
}

/** Inserts one row; the statement is sent when it is called. @returns the row as it is stored */
export function insertInto<Table extends PgTable>(
  table: Table,
): (client: Driver, values: Table['$inferInsert']) => Promise<RowOf<Table>> {
  const places = (columns: readonly string[]) => columns.map((_, place) => `$${place + 1}`).join(', ');
  const insert = aboutRow(
    table,
    (columns) =>
      `insert into "${getTableName(table)}" (${columns.join(', ')}) values (${places(columns)}) returning ${namesOf(table)}`,
  );
  const { read } = columnsOf(table);
  return async (client, values) => {
    const row = await insert(client, values);
    if (!row) throw new Error('an insert returned no row');
    return read(row);
  };
}

/**
 * Changes the row with this id; the statement is sent when it is called.
 * @param only a further condition for it
 * @param also what PostgreSQL sets beside these columns
 * @param isRead whether anybody wants to know how the row is stored
 * @returns the row as it is stored; undefined where there was none, or nobody wants to know
 */
export function updateOf<Table extends PgTable>(
  table: Table,
  {
    only = 'true',
    also = () => '',
    isRead = true,
  }: { only?: string; also?: (columns: readonly string[]) => string; isRead?: boolean },
): (client: Driver, id: string, values: Partial<Table['$inferInsert']>) => Promise<RowOf<Table> | undefined> {
  const update = aboutRow(table, (columns) => {
    const set = columns.map((column, place) => `${column} = $${place + 1}`).join(', ');
    const where = `id = $${columns.length + 1} and ${only}`;
    const returning = isRead ? ` returning ${namesOf(table)}` : '';
    return `update "${getTableName(table)}" t set ${set}${also(columns)} where ${where}${returning}`;
  });
  const { read } = columnsOf(table);
  return async (client, id, values) => {
    const row = await update(client, values, [id]);
    return row && read(row);
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each value has a name.
const byName = (row: object) => row as Readonly<Record<string, unknown>>;

/** A row as an insert of these values stores it. Defaults that only PostgreSQL can tell have to be given. */
export function rowOf<Table extends PgTable>(table: Table, values: Table['$inferInsert']): RowOf<Table> {
  const given = byName(values);
  const row: Record<string, unknown> = {};
  for (const { name, column } of allOf(table)) {
    const value = given[name] ?? column.default ?? null;
    if (value === column.default && is(value, SQL)) throw new TypeError(`${name} has a default of PostgreSQL`);
    row[name] = value;
  }
  return row;
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
export function rowText<Table extends PgTable>(table: Table, row: RowOf<Table>): string {
  const given = byName(row);
  const sent: Record<string, unknown> = {};
  for (const { name, stored, column } of allOf(table)) {
    const value = given[name] ?? null;
    if (value !== null) sent[stored] = column.mapToDriverValue(value);
  }
  return JSON.stringify(sent);
}
