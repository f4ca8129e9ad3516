import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'bun:test';
import * as schema from '../../../db/schema/index.ts';
import { toSnakeCase } from 'drizzle-orm/casing';
import { NOT_EXPORTED } from '../../../src/accounts/export/not-exported.ts';
import { PARTS } from '../../../src/accounts/export/parts.ts';

/** Compares an account's export with the schema: a new table must be in it, or have a reason why it is not. */
const TABLES = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map((table) => {
    const { name, columns, foreignKeys } = getTableConfig(table);
    return {
      name,
      columns: columns.map((column) => toSnakeCase(column.name)),
      refersTo: foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
    };
  });

const exported = new Set(PARTS.map(({ table }) => table));
const ABOUT_SOMEBODY =
  /^(user|owner|reseller|customer|actor|subject_user|requested_by|settled_by|account)(_id)?$/;

/** Refers to a person, or to something that belongs to a person. */
const ofSomebody = TABLES.filter(
  ({ columns, refersTo }) =>
    columns.some((column) => ABOUT_SOMEBODY.test(column)) ||
    refersTo.some((table) => table === 'users' || exported.has(table)),
).map(({ name }) => name);

test('every table that says something of an account is in the file, or says why not', () => {
  expect(ofSomebody.length).toBeGreaterThan(40);
  const missing = ofSomebody.filter((name) => !exported.has(name) && !(name in NOT_EXPORTED));
  expect(missing).toEqual([]);
  expect([...exported].filter((name) => name in NOT_EXPORTED)).toEqual([]);
});

test('what is left out is there to be left out', () => {
  const columnsOf = new Map(TABLES.map(({ name, columns }) => [name, columns]));
  const unknown = PARTS.flatMap(({ table, owner, parent, order, without = [] }) => [
    ...[...without, ...(parent ? [parent.by] : [owner]), ...order.map(([column]) => column)]
      .filter((column) => !columnsOf.get(table)?.includes(column))
      .map((column) => `${table}.${column}`),
    ...(parent && !columnsOf.get(parent.table)?.includes(owner) ? [`${parent.table}.${owner}`] : []),
  ]);
  // Columns of prices stand under one name for several tables, which do not all have each.
  const OF_SOME =
    /\.(carrier_cost|margin|supplier_(rate|fee|cost)|route_(to|by|cost|rate|prefix)|due_at|claimed_until|refused_by|setbacks|bulk|attempts)$/;
  expect(unknown.filter((place) => !OF_SOME.test(place))).toEqual([]);
  expect(Object.keys(NOT_EXPORTED).filter((name) => !columnsOf.has(name))).toEqual([]);
});

test('no column that could open anything is in the file', () => {
  const OPENS = /password|secret|token|hash|ha1|public_key|storage_key/;
  const harmless = new Set(['transaction_hash', 'hash_freed', 'frees_hash', 'previous_secret_until']);
  const open = PARTS.flatMap(({ name, table, without = [] }) =>
    (TABLES.find((each) => each.name === table)?.columns ?? [])
      .filter((column) => OPENS.test(column) && !harmless.has(column) && !without.includes(column))
      .map((column) => `${name}.${column}`),
  );
  expect(open).toEqual([]);
});

test('what carriers ask us and what a reseller earns is not in the file', () => {
  const OURS = /^(carrier_cost|margin|supplier_\w+|route_\w+)$/;
  const open = PARTS.flatMap(({ name, table, without = [] }) =>
    (TABLES.find((each) => each.name === table)?.columns ?? [])
      .filter((column) => OURS.test(column) && !without.includes(column))
      .map((column) => `${name}.${column}`),
  );
  expect(open).toEqual([]);
});
