import { gunzipSync } from 'bun';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { DEMO_PASSWORD, PEOPLE } from '../../db/seed/story.ts';
import { ledgerSize } from '../../src/money/proof/check.ts';
import { call } from '../kit/actors.ts';
import { getFigures } from '../../src/admin/figures/get-figures.ts';
import { recount, together } from '../api/figures/recount.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { cluster, withDatabase } from '../kit/cluster.ts';
import { expectSoundBooks } from '../kit/books.ts';

/**
 * The demonstration, and one of everything else that an account can have, on the database of the release before:
 * how it is made stands in docs/decisions/10-additive-migrations.md.
 */
const RELEASE = join(import.meta.dir, 'release.sql.gz');
const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const NAME = `topline_release_${process.pid}`;

let admin: postgres.Sql;
let url: string;
let app: TestApp | undefined;
let counted: { id: string } | undefined;
let suspended: ReadonlyMap<string, boolean>;
beforeAll(async () => {
  const server = await cluster();
  url = withDatabase(server, NAME);
  admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${NAME}`);
  const before = postgres(url, { max: 1, onnotice: () => {} });
  await before.unsafe(new TextDecoder().decode(gunzipSync(readFileSync(RELEASE)))).simple();
  // As the release before counted a payment in SOL: output 0, whichever it was.
  [counted] = await before<{ id: string }[]>`
    update public.transactions set cryptocurrency = 'SOL', chain = 'solana', output_index = 0
    where id = (select id from public.transactions where status = 'verified' and transaction_hash is not null limit 1)
    returning id`;
  suspended = await suspendCustomers(before);
  await before.end();
});
afterAll(async () => {
  await app?.stop();
  await admin.unsafe(`drop database ${NAME} with (force)`);
  await admin.end();
});

/**
 * As the release before suspended: it did not keep by whom. One customer by the reseller, one by an administrator after
 * the reseller, and one of whom the audit log tells nothing.
 * @returns who may be let in again by administrators only, by id
 */
async function suspendCustomers(before: postgres.Sql): Promise<Map<string, boolean>> {
  const people = await before<{ id: string; role: string; status: string }[]>`
    select id, role, status from public.users order by role = 'admin' desc, role = 'reseller' desc, id`;
  const reseller = people.find(({ role }) => role === 'reseller')?.id ?? '';
  const admin = people[0]?.id ?? '';
  const expected = new Map<string, boolean>();
  const customers = people.filter(({ role, status }) => role === 'user' && status === 'active').slice(0, 3);
  const actors = [[reseller], [reseller, admin], []];
  for (const [at, { id }] of customers.entries()) {
    await before`update public.users set status = 'suspended', reseller_id = ${reseller} where id = ${id}`;
    for (const actor of actors[at] ?? []) {
      await before`
        insert into public.audit_log (id, at, actor_id, action, subject, subject_user_id)
        values (${Bun.randomUUIDv7()}, now(), ${actor}, 'account.suspended', 'them', ${id})`;
    }
    expected.set(id, at > 0);
  }
  await before`insert into public.total_changes (month, active_users) values ('2026-11-01', ${-customers.length})`;
  return expected;
}

/** Columns that a migration since the release changes on purpose, by table, and why that is right. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { output_index: 'on Solana 0 stood for a whole transaction (0002)' },
  payment_approvals: { output_index: 'on Solana 0 stood for a whole transaction (0002)' },
  chain_evidence: {
    output_index: 'on Solana 0 stood for a whole transaction (0002)',
    outputs: 'on Solana they are looked up again (0002)',
    next_check_at: 'on Solana they are looked up again (0002)',
  },
};

/** The columns of each table, and its rows as these columns show them. */
type Contents = Map<string, { columns: readonly string[]; rows: readonly string[] }>;

async function columnsOf(sql: postgres.Sql): Promise<Map<string, string[]>> {
  const found = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    group by table_name order by table_name`;
  return new Map(
    found.map(({ name, columns }) => [name, columns.filter((column) => !CHANGED[name]?.[column])]),
  );
}

async function contentsOf(
  sql: postgres.Sql,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<Contents> {
  const contents: Contents = new Map();
  for (const [table, names] of columns) {
    const rows = await sql<{ row: string }[]>`
      select row_to_json(t)::text as row from (select ${sql(names)} from ${sql(table)}) t order by 1`;
    contents.set(table, { columns: names, rows: rows.map(({ row }) => row) });
  }
  return contents;
}

test('a filled database of the release before is migrated, keeps its rows, adds up, and serves', async () => {
  const reader = postgres(url, { max: 1, onnotice: () => {} });
  const columns = await columnsOf(reader);
  const before = await contentsOf(reader, columns);
  await migrate(url);
  const after = await contentsOf(reader, columns);
  await reader.end();
  const filled = [...before].filter(([, { rows }]) => rows.length > 0);
  expect(filled.length).toBeGreaterThan(40);
  for (const [table, { rows }] of before) expect([table, after.get(table)?.rows]).toEqual([table, rows]);
  app = await startTestApp({ databaseUrl: url, background: false });
  await expectSoundBooks(app);
  expect((await ledgerSize(app.deps.sql)).transactions).toBeGreaterThan(10);
  const flags = await app.deps.sql<{ id: string; by: boolean }[]>`
    select id, suspended_by_admin as by from users where id in ${app.deps.sql([...suspended.keys()])}`;
  expect(new Map(flags.map(({ id, by }) => [id, by]))).toEqual(new Map(suspended));
  expect(suspended.size).toBe(3);
  const figures = await getFigures(app.deps, { split: 'customer', from: '2026-01-01', to: '2026-12-31' });
  expect(figures.total).toEqual(together(await recount(app)));
  expect(figures.total.units).toBeGreaterThan(0);
  const [person] = Object.values(PEOPLE);
  const json = { email: person?.email, password: DEMO_PASSWORD };
  expect((await call(app, '/api/auth/login', { json })).status).toBe(200);
  const id = counted?.id ?? '';
  const kept = await app.deps.sql`select chain, output_index from transactions where id = ${id}`;
  // All of that transaction is taken: none of its transfers counts a second time.
  expect([...kept]).toEqual([{ chain: 'solana', output_index: null }]);
});

/** What takes something away that processes of the release before still use. */
const TAKES_AWAY =
  /\b(drop\s+(table|column|view|type|schema)|rename\s+(to|column)|alter\s+column\s+\S+\s+(set\s+data\s+)?type)\b/i;

const additiveFaults = (migrations: readonly (readonly [string, string])[]): string[] =>
  migrations.filter(([, text]) => TAKES_AWAY.test(text)).map(([name]) => name);

test('migrations since the foundation only add', () => {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'));
  const migrations = names.map((name) => [name, readFileSync(join(MIGRATIONS, name), 'utf8')] as const);
  expect(additiveFaults(migrations)).toEqual([]);
});

test.each([
  'ALTER TABLE "users" DROP COLUMN "phone";',
  'ALTER TABLE "users" RENAME COLUMN "phone" TO "number";',
  'ALTER TABLE "users" ALTER COLUMN "phone" SET DATA TYPE integer;',
  'DROP TABLE "users";',
])('red: %s', (text) => {
  expect(additiveFaults([['0001_taking.sql', text]])).toEqual(['0001_taking.sql']);
});
