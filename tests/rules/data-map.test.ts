import { is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { DATA } from '../../db/data-map.ts';
import type { TableData } from '../../db/table-data.ts';
import * as schema from '../../db/schema/index.ts';
import { KEPT_FOR_DAYS } from '../../db/enums.ts';
import { ERASED_BY_FUNCTION } from '../../src/accounts/closing/erase-closed.ts';

/** The map of data, held against the schema: a new table, or a new column of text, has to have its line. */

const TABLES = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => {
    const { name, schema: within, columns, foreignKeys } = getTableConfig(table);
    return {
      name: within === undefined ? name : `${within}.${name}`,
      columns: columns.map((column) => toSnakeCase(column.name)),
      // A column with a list of values says one of our words.
      texts: columns
        .filter((column) => !column.enumValues?.length && /text|json|bytea/.test(column.getSQLType()))
        .map((column) => toSnakeCase(column.name)),
      refersTo: foreignKeys.map((key) => ({
        table: getTableConfig(key.reference().foreignTable).name,
        goesWith: key.onDelete === 'cascade',
      })),
    };
  });
const columnsOf = new Map(TABLES.map(({ name, columns }) => [name, columns]));
const linesOf = (name: string) => DATA.filter(({ table }) => table === name);
const words = (text = '') => text.split(/\s+/).filter(Boolean);
const valued = ({ erase }: TableData) => (typeof erase === 'object' ? Object.keys(erase) : []);

/** Columns of text of which no line says what becomes of them when an account is erased. */
const undecided = () =>
  TABLES.flatMap(({ name, texts }) => {
    const lines = linesOf(name);
    if (lines.some(({ erase }) => typeof erase === 'string')) return [];
    const decided = new Set(lines.flatMap((line) => [...valued(line), ...words(line.stays)]));
    return texts.filter((column) => !decided.has(column)).map((column) => `${name}.${column}`);
  });

test('each table has its line, and each column of text is erased or stays', () => {
  expect(TABLES.filter(({ name }) => linesOf(name).length === 0).map(({ name }) => name)).toEqual([]);
  expect(undecided()).toEqual([]);
});

test('it names existing tables and columns', () => {
  // Columns of prices and of queues stand under one name for several tables, which do not all have each.
  const OF_SOME =
    /^(carrier_cost|margin|supplier_(rate|fee|cost)|route_(to|by|cost|rate|prefix)|due_at|claimed_until|refused_by|setbacks|bulk|attempts)$/;
  const unknown = DATA.flatMap((line) => {
    const { table, owner, parent, order = [], without = [], stays, removed = [] } = line;
    const own = [
      ...without.filter((column) => !OF_SOME.test(column)),
      ...[...order.map(([column]) => column), ...valued(line), ...words(stays)],
      ...removed.flatMap(({ set = {} }) => Object.keys(set)),
      ...(parent ? [parent.by] : []),
      ...(parent || owner === null || /\W/.test(owner) ? [] : [owner]),
    ];
    return own.filter((column) => !columnsOf.get(table)?.includes(column)).map((column) => `${table}.${column}`);
  });
  expect(unknown).toEqual([]);
  const kinds = DATA.flatMap(({ removed = [] }) => removed.flatMap(({ kind = [] }) => kind));
  expect(kinds.toSorted()).toEqual([...KEPT_FOR_DAYS].toSorted());
});

test('a table that says something of somebody is in the file of an account, or says why not', () => {
  const ABOUT_SOMEBODY = /^(user|owner|reseller|customer|actor|subject_user|requested_by|settled_by|account)(_id)?$/;
  const filed = new Set(DATA.filter(({ file }) => file !== undefined).map(({ table }) => table));
  const missing = TABLES.filter(({ columns, refersTo }) =>
    [
      columns.some((column) => ABOUT_SOMEBODY.test(column)),
      refersTo.some(({ table }) => table === 'users' || filed.has(table)),
    ].includes(true),
  ).filter(({ name }) => linesOf(name).every(({ file, notFiled }) => file === undefined && !notFiled));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('a table erased in another way has a function, or a parent', () => {
  const byFunction = DATA.filter(({ erase }) => erase === 'by function').map(({ table }) => table);
  expect(byFunction.toSorted()).toEqual([...ERASED_BY_FUNCTION]);
  const left = DATA.filter(({ erase }) => erase === 'with parent').filter(({ table, parent }) => {
    const goes = TABLES.find(({ name }) => name === table)?.refersTo.some(
      (key) => key.table === parent?.table && key.goesWith,
    );
    return !goes && !byFunction.includes(parent?.table ?? '');
  });
  expect(left.map(({ table }) => table)).toEqual([]);
});

test('parents stand before their parts', () => {
  const places = new Map(DATA.map(({ table }, place) => [table, place]));
  const early = DATA.filter(({ parent }, place) => parent && (places.get(parent.table) ?? 0) > place);
  expect(early.filter(({ table, parent }) => table !== parent?.table)).toEqual([]);
});

test('no secret, no price of a carrier and nothing that a reseller earns is in the file', () => {
  const OPENS = /password|secret|token|hash|ha1|public_key|storage_key/;
  const OURS = /^(carrier_cost|margin|supplier_\w+|route_\w+)$/;
  const harmless = new Set(['transaction_hash', 'hash_freed', 'frees_hash', 'previous_secret_until']);
  const open = DATA.filter(({ file }) => file !== undefined).flatMap(({ table, without = [] }) =>
    (columnsOf.get(table) ?? [])
      .filter((column) => OPENS.test(column) || OURS.test(column))
      .filter((column) => !harmless.has(column) && !without.includes(column))
      .map((column) => `${table}.${column}`),
  );
  expect(open).toEqual([]);
});
