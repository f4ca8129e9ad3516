import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { ForeignDatabase, migrate } from '../../db/migrate.ts';
import { cluster, createDatabase, withDatabase } from '../kit/cluster.ts';

const ROOT = join(import.meta.dir, '..', '..');
const MIGRATIONS = join(ROOT, 'db', 'migrations');
const NAME = `topline_refused_${process.pid}`;
const server = await cluster();
const admin = postgres(server, { max: 1, onnotice: () => {} });
const url = withDatabase(server, NAME);
/** PostgreSQL waits for sessions that are just ending; a pool's connection that it ended itself would be an error of nobody's. */
const drop = (name: string) => admin.unsafe(`drop database if exists ${name}`);
beforeEach(async () => {
  await drop(NAME);
  await admin.unsafe(`create database ${NAME}`);
});
afterAll(async () => {
  await drop(NAME);
  await admin.end();
});

const OTHER_PROGRAM = 'create table invoices (id int)';
const BEFORE_1_0 = `create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values ('of 0000_foundation', 1)`;

async function prepare(statements: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(statements).simple();
  await sql.end();
}

async function tables(): Promise<string[]> {
  const sql = postgres(url, { max: 1 });
  const found = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  await sql.end();
  return found.map(({ name }) => name);
}

test.each([
  ['of another program', OTHER_PROGRAM, /tables of another program/],
  ['of a version before 1.0', BEFORE_1_0, /a version before 1\.0/],
])('a database %s is refused and left as it is', async (_whose, statements, sentence) => {
  await prepare(statements);
  const before = await tables();
  const refused = await migrate(url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ForeignDatabase);
  expect(String(refused)).toMatch(sentence);
  expect(await tables()).toEqual(before);
});

test('the start on a refused database ends with one sentence', async () => {
  await prepare(OTHER_PROGRAM);
  const { PATH, HOME } = process.env;
  const child = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, DATABASE_URL: url, SESSION_SECRET: 'a secret that only this test knows' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  expect(await child.exited).toBe(1);
  expect(said).toBe('The database has tables of another program. Topline needs a database of its own.\n');
});

test('a database of this program is migrated as often as processes start', async () => {
  const own = await createDatabase();
  await migrate(own.url);
  await migrate(own.url);
  await drop(new URL(own.url).pathname.slice(1));
});

/** These take something away that processes of the release before still use. */
const TAKES_AWAY =
  /\b(drop\s+(table|column|view|type|schema)|rename\s+(to|column)|alter\s+column\s+\S+\s+(set\s+data\s+)?type)\b/i;

/** Until the first release a table that nothing uses may be dropped; then this is true. */
const IS_RELEASED = false;

const additiveFaults = (migrations: readonly (readonly [string, string])[], isReleased = IS_RELEASED): string[] =>
  migrations
    .filter(([, text]) => TAKES_AWAY.test(isReleased ? text : text.replaceAll(/^drop table ("\w+"\.)?"\w+";$/gim, '')))
    .map(([name]) => name);

test('migrations only add', () => {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  expect(names).toContain('0000_v1.sql');
  const migrations = names.map((name) => [name, readFileSync(join(MIGRATIONS, name), 'utf8')] as const);
  expect(additiveFaults(migrations)).toEqual([]);
});

test.each([
  'ALTER TABLE "users" DROP COLUMN "phone";',
  'ALTER TABLE "users" RENAME COLUMN "phone" TO "number";',
  'ALTER TABLE "users" ALTER COLUMN "phone" SET DATA TYPE integer;',
  'DROP TABLE "users";',
])('red: %s', (text) => {
  expect(additiveFaults([['0001_taking.sql', text]], true)).toEqual(['0001_taking.sql']);
});
