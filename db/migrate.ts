import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { Logger, runMigrations as runJobMigrations } from 'graphile-worker';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { showProgress } from '../src/platform/kit/progress.ts';
import { locksOf, type TableLock } from './migration-locks.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const quiet = new Logger(() => () => {});

/** Any fixed number works, as long as all processes use the same one. */
const MIGRATION_LOCK = 7_460_001;

/**
 * In milliseconds: how long a migration waits for its first table, for each further one, and for all further ones
 * together, while it keeps those before. The last two in sum must be shorter than PostgreSQL's `deadlock_timeout` of a
 * second: then always the migration gives way, never a request of a process that still serves.
 */
const FIRST_LOCK_MS = 2000;
const LOCK_MS = 300;
const ALL_LOCKS_MS = 600;
const TRIES = 200;
const PAUSE_MS = { least: 50, most: 250 };
/** The table could not be locked in time, or there was a deadlock. */
const IN_USE: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Brings the schema up to date, also while processes of the release before serve: each migration is a transaction of
 * its own that gives way to them and is tried again. (Drizzle's own runner makes one transaction of all, which keeps
 * the tables of the first locked until the last has run.) Processes that start at the same time wait for each other
 * on an advisory lock, so that each migration runs once.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
    await refuseForeign(client, migrations[0]?.hash ?? '');
    // The job queue has its own schema, and migrates it itself.
    await runJobMigrations({ connectionString: url, maxPoolSize: 1, logger: quiet });
    const last = await lastMigration(client);
    const waiting = migrations.filter(({ folderMillis }) => folderMillis > last);
    using progress = showProgress('Migration', waiting.length, 'steps');
    for (const migration of waiting) {
      await runWhenFree(client, migration);
      progress.add(1);
    }
  } finally {
    // Closing the connection releases the lock.
    await client.end({ timeout: 5 });
  }
}

/** The database has tables that no migration of this program made. */
export class ForeignDatabase extends Error {}

/**
 * A database that another program uses, or a version before 1.0, is left as it is.
 * @param first the hash of the first migration
 * @throws {ForeignDatabase} with a sentence for the operator
 */
async function refuseForeign(client: Sql, first: string): Promise<void> {
  const [found] = await client<{ migrations: string | null; tables: number }[]>`
    select to_regclass('drizzle.__drizzle_migrations') as migrations,
      (select count(*)::int from pg_tables where schemaname = 'public') as tables`;
  if (!found?.migrations) {
    if (!found?.tables) return;
    throw new ForeignDatabase('The database has tables of another program. Topline needs a database of its own.');
  }
  const [begun] = await client<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at limit 1`;
  if (!begun || begun.hash === first) return;
  throw new ForeignDatabase(
    'The database was made by a version before 1.0 or by another program. Topline needs a new, empty database.',
  );
}

/** When the newest migration that has run was made; the table is Drizzle's, whose tools read it too. */
async function lastMigration(client: Sql): Promise<number> {
  await client.unsafe(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)
  `);
  const [row] = await client<{ last: string | null }[]>`
    select max(created_at) as last from drizzle.__drizzle_migrations`;
  return Number(row?.last ?? 0);
}

/**
 * Requests lock several tables too, in an order of their own. The table for which a try waited in vain is locked first
 * at the next one, so that the migration comes to the requests' order.
 */
export async function runWhenFree(client: Sql, migration: MigrationMeta): Promise<void> {
  const locks = locksOf(migration.sql, await existingTables(client));
  for (let tried = 1; ; tried++) {
    let next = 0;
    try {
      await client.begin(async (tx) => {
        let end = Infinity;
        for (; next < locks.length; next++) {
          const left = Math.max(1, Math.floor(end - performance.now()));
          await lock(tx, locks[next], next === 0 ? FIRST_LOCK_MS : Math.min(LOCK_MS, left));
          if (next === 0) end = performance.now() + ALL_LOCKS_MS;
        }
        await run(tx, migration);
      });
      return;
    } catch (error) {
      if (!(error instanceof postgres.PostgresError && IN_USE.has(error.code)) || tried === TRIES) throw error;
      locks.unshift(...locks.splice(next, 1));
      await Bun.sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
  }
}

async function existingTables(client: Sql): Promise<ReadonlySet<string>> {
  const rows = await client<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
  return new Set(rows.map(({ name }) => name));
}

async function lock(tx: TransactionSql, wanted: TableLock | undefined, withinMs: number): Promise<void> {
  if (!wanted) return;
  await tx.unsafe(`set local lock_timeout = '${withinMs}ms'`);
  await tx.unsafe(`lock table public."${wanted.table}" in ${wanted.mode} mode`);
}

async function run(tx: TransactionSql, { sql: statements, hash, folderMillis }: MigrationMeta): Promise<void> {
  await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`);
  for (const statement of statements) await tx.unsafe(statement);
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}
