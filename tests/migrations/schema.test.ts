import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import * as schema from '../../db/schema/index.ts';
import { createDatabase } from '../kit/cluster.ts';

/** `db/schema`, the snapshot beside the migrations, and the database that the migrations make are one schema. */

const META = join(import.meta.dir, '..', '..', 'db', 'migrations', 'meta');

/** It reads what of drizzle-kit's description is compared with the database; its own type leaves the tables open. */
const tables = z.record(
  z.string(),
  z.object({
    name: z.string(),
    schema: z.string(),
    columns: z.record(z.string(), z.object({ name: z.string(), type: z.string(), notNull: z.boolean() })),
    indexes: z.record(z.string(), z.unknown()),
    foreignKeys: z.record(z.string(), z.unknown()),
    checkConstraints: z.record(z.string(), z.unknown()),
    uniqueConstraints: z.record(z.string(), z.unknown()),
  }),
);

// drizzle-kit makes it a property of every array, which other modules of this process would meet.
Reflect.deleteProperty(Array.prototype, 'random');

type Snapshot = ReturnType<typeof generateDrizzleJson>;

async function newestSnapshot(): Promise<Snapshot> {
  const names = [...new Bun.Glob('*_snapshot.json').scanSync({ cwd: META })];
  expect(names).toHaveLength(1);
  return Bun.file(join(META, names[0] ?? '')).json();
}

const described = generateDrizzleJson(schema, undefined, undefined, 'snake_case');

test('the snapshot is of the schema', async () => {
  expect(await generateMigration(await newestSnapshot(), described)).toEqual([]);
});

type Parts = Record<string, string[]>;

/** A serial is an integer with a default; a type's precision is written without blanks. */
const typeName = (type: string): string => {
  const plain = type.replace(/^(big|small)?serial$/, (_all, size = '') => `${size}int`).replace(/\s+\(/, '(');
  return TYPES[plain] ?? plain.replace(/,\s+/g, ',');
};
const TYPES: Readonly<Record<string, string>> = {
  int: 'integer',
  bigint: 'bigint',
  smallint: 'smallint',
  varchar: 'character varying',
  decimal: 'numeric',
  timestamp: 'timestamp without time zone',
};

const partsOf = (snapshot: Snapshot): Parts =>
  Object.fromEntries(
    Object.values(tables.parse(snapshot.tables)).map((table) => [
      `${table.schema || 'public'}.${table.name}`,
      [
        ...Object.values(table.columns).map(
          ({ name, type, notNull }) => `${name} ${typeName(type)}${notNull ? ' not null' : ''}`,
        ),
        ...Object.keys(table.indexes).map((name) => `index ${name}`),
        ...Object.keys(table.foreignKeys).map((name) => `foreign key ${name}`),
        ...Object.keys(table.checkConstraints).map((name) => `check ${name}`),
        ...Object.keys(table.uniqueConstraints).map((name) => `unique ${name}`),
      ].toSorted(),
    ]),
  );

describe('the migrated database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 1 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('has the columns, indexes and constraints of the schema', async () => {
    const rows = await sql<{ table: string; part: string }[]>`
      with tables as (
        select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname in ('public', 'sip')
      )
      select t.name as table, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end as part
      from tables t join pg_attribute a on a.attrelid = t.oid where a.attnum > 0 and not a.attisdropped
      union all
      select t.name, 'index ' || c.relname from tables t
      join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
      union all
      select t.name, case k.contype when 'f' then 'foreign key ' when 'c' then 'check ' else 'unique ' end || k.conname
      from tables t join pg_constraint k on k.conrelid = t.oid where k.contype in ('f', 'c', 'u')`;
    const found = Object.groupBy(rows, ({ table }) => table);
    const made = Object.fromEntries(
      Object.entries(found).map(([table, parts = []]) => [
        table,
        parts.map(({ part }) => part.replaceAll('"', '')).toSorted(),
      ]),
    );
    expect(made).toEqual(partsOf(described));
  });
});
