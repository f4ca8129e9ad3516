import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, index, integer, PgDialect, PgTable, pgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../db/schema/index.ts';

const tables = Object.values(schema).filter((each) => is(each, PgTable));

/** Columns that name the owner of a row, with a foreign key or without. */
const OWNERS = /^(user_id|owner_id|reseller_id|customer_id|message_id|call_id|webhook_id|delivery_id)$/;

const ROOT = join(import.meta.dir, '..', '..');

/** The rows of the tables of docs/indexes.md, with the headings above them. */
const listed = readFileSync(join(ROOT, 'docs', 'indexes.md'), 'utf8')
  .split(/^#+ /m)
  .flatMap((section) =>
    [...section.matchAll(/^\| `([\w.]+)` \| (?:.* \| )?(.*) \|$/gm)].map(([, name = '', why = '']) => {
      return { heading: section.slice(0, section.indexOf('\n')), name, why };
    }),
  );

interface Columns {
  table: string;
  wanted: Set<string>;
  first: Set<string>;
}

function columnsOf(table: PgTable): Columns {
  const config = getTableConfig(table);
  const wanted = new Set(config.foreignKeys.map((key) => key.reference().columns[0]?.name ?? ''));
  for (const { name } of config.columns) if (OWNERS.test(name)) wanted.add(name);
  const first = new Set<string>();
  for (const column of config.columns) if (column.primary || column.isUnique) first.add(column.name);
  for (const key of config.primaryKeys) first.add(key.columns[0]?.name ?? '');
  for (const { config: index } of config.indexes) {
    const [column] = index.columns;
    if (column && 'name' in column && typeof column.name === 'string') first.add(column.name);
  }
  return { table: config.name, wanted, first };
}

/** Names in the schema as TypeScript writes them are the database's with underscores. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const unindexed = ({ table, wanted, first }: Columns): string[] => {
  const indexed = new Set([...first].map(snake));
  return [...wanted].map(snake).flatMap((name) => (indexed.has(name) ? [] : [`${table}.${name}`]));
};

describe('indexes', () => {
  test('stand on every foreign key and owner, or a reason does', () => {
    const found = tables.flatMap((table) => unindexed(columnsOf(table)));
    const reasons = listed.filter(({ heading }) => heading === 'Columns without an index');
    expect(found.toSorted()).toEqual(reasons.map(({ name }) => name).toSorted());
  });

  test('are missed where there are none', () => {
    const bare = { table: 'notes', wanted: new Set(['userId', 'parentId']), first: new Set(['id', 'parentId']) };
    expect(unindexed(bare)).toEqual(['notes.user_id']);
  });
});

/** A table as SQL and as the program call it, with what docs/indexes.md says of its indexes. */
const documented = Object.entries(schema).flatMap(([name, table]) => {
  if (!is(table, PgTable)) return [];
  const { name: stored, schema: within, columns, indexes } = getTableConfig(table);
  const rows = listed.filter(({ heading }) => heading === (within ? `${within}.${stored}` : stored));
  const unique = columns.flatMap((column) => (column.isUnique ? (column.uniqueName ?? []) : []));
  return [
    {
      name: new RegExp(`\\b(${stored}|${name})\\b`),
      rows,
      indexes: [...unique, ...indexes.map(({ config }) => config.name ?? '')],
    },
  ];
});

describe('docs/indexes.md', () => {
  test('has each index, and no other', () => {
    const rows = documented.flatMap((table) => table.rows.map(({ name }) => name));
    expect(rows.toSorted()).toEqual(documented.flatMap(({ indexes }) => indexes).toSorted());
    expect(listed.filter(({ heading }) => /^[\w.]+$/.test(heading))).toHaveLength(rows.length);
  });

  test('names a rule for each, or statements that are there and about its table', () => {
    const wrong = documented.flatMap((table) =>
      table.rows.flatMap(({ name, why }) => {
        const places = [...why.matchAll(/`((?:src|db|deploy)\/[^`#]+)(?:#(\w+))?`/g)];
        if (places.length === 0) return /^(unique|foreign key): /.test(why) ? [] : [`${name} says no statement`];
        return places.flatMap(([, path = '', verb = '']) => {
          const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
          return table.name.test(text) && text.includes(verb) ? [] : [`${name}: ${path} ${verb}`];
        });
      }),
    );
    expect(wrong).toEqual([]);
  });
});

/** Columns that change with every message: an index that names one, also in its condition, is written each time (no HOT). */
const CHANGES_OFTEN: Record<string, readonly string[]> = {
  sms_messages: ['status', 'queued_count', 'sent_count', 'delivered_count', 'actual_cost', 'carrier_cost', 'provider'],
  users: ['credits', 'spent_today', 'spent_by_country'],
};

const dialect = new PgDialect({ casing: 'snake_case' });

const slowing = (table: PgTable): string[] => {
  const { name, indexes } = getTableConfig(table);
  return indexes.flatMap(({ config: { name: index = '', columns, where } }) => {
    const text = [...columns.map((column) => ('name' in column ? snake(column.name ?? '') : '')), where]
      .map((part) => (typeof part === 'string' ? part : part ? dialect.sqlToQuery(part).sql : ''))
      .join(' ');
    return (CHANGES_OFTEN[name] ?? []).filter((column) => new RegExp(`\\b${column}\\b`).test(text)).map(() => index);
  });
};

test('no index names a column that changes with every message', () => {
  expect(tables.flatMap(slowing)).toEqual([]);
  const planted = pgTable('users', { credits: integer(), id: integer() }, (table) => [
    index('by_credits').on(table.credits),
    index('rich')
      .on(table.id)
      .where(sql`${table.credits} > 100`),
  ]);
  expect(slowing(planted)).toEqual(['by_credits', 'rich']);
});

const FOLDER = join(ROOT, 'db', 'migrations');

/** The forbidden parts of a migration, with an example that the rule must find. */
const NEVER: [what: string, pattern: RegExp, broken: string][] = [
  [
    'changes a balance',
    /\bupdate\s+(only\s+)?"?users"?\s[^;]*\bset\b[^;]*"?\bcredits"?\s*=/i,
    'UPDATE "users" SET "credits" = 5;',
  ],
  [
    'writes, changes or deletes a ledger entry',
    /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?)\s+(only\s+)?"?ledger_entries"?/i,
    'INSERT INTO ledger_entries SELECT 1;',
  ],
  ['notifies', /\bpg_notify\b|(^|;|\s)notify\s+"?[a-z_]+"?\s*(,|;|$)/i, "PERFORM pg_notify('a', 'b');"],
  ['publishes an event', /\binsert\s+into\s+"?events"?/i, 'INSERT INTO "events" (name) VALUES (1);'],
  ['makes itself superuser or a role', /\b(create|alter)\s+role\b|\bsuperuser\b/i, 'CREATE ROLE x SUPERUSER;'],
];

const withoutComments = (sql: string) => sql.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/--(?!>).*$/gm, '');

describe.each(NEVER)('no migration %s', (_what, pattern, broken) => {
  test('holds for the migrations that there are', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
    expect(files).not.toBeEmpty();
    const faulty = files.filter((name) => pattern.test(withoutComments(readFileSync(join(FOLDER, name), 'utf8'))));
    expect(faulty).toEqual([]);
  });

  test('a planted one is found', () => {
    expect(pattern.test(withoutComments(broken))).toBe(true);
  });
});
