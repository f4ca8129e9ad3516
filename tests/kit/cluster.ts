import { readMigrationFiles } from 'drizzle-orm/migrator';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { migrate } from '../../db/migrate.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * The PostgreSQL server of the tests' databases: the one that TEST_DATABASE_URL names, or an embedded one that is
 * started by the first test that needs it and stopped after the last.
 */
let own: TestServer | null = null;
let ready: Promise<string> | null = null;

export function cluster(): Promise<string> {
  ready ??= prepare();
  return ready;
}

export async function stopCluster(): Promise<void> {
  await administrator?.end();
  administrator = null;
  await own?.stop();
  own = null;
  ready = null;
}

async function prepare(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL ?? (await startOwn());
  await prepareTemplate(url);
  return url;
}

async function startOwn(): Promise<string> {
  own = await startTestServer();
  return own.url;
}

/** Named after the migrations, so that a server kept between runs never serves an old schema. */
const TEMPLATE = `topline_template_${createHash('sha256')
  .update(
    readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('../../db/migrations', import.meta.url)) })
      .map(({ hash }) => hash)
      .join(),
  )
  .digest('hex')
  .slice(0, 12)}`;

export const withDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
};

async function prepareTemplate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(7460002)`;
    const [found] = await client`select 1 from pg_database where datname = ${TEMPLATE}`;
    if (found) return;
    const half = `${TEMPLATE}_half`;
    await client.unsafe(`drop database if exists ${half}`);
    await client.unsafe(`create database ${half}`);
    await migrate(withDatabase(url, half));
    await client.unsafe(`alter database ${half} rename to ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}

let made = 0;

/** A new, migrated, empty database. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = await cluster();
  const name = `topline_test_${process.pid}_${Date.now().toString(36)}_${made++}`;
  // Half the work of writing each page into the log, which is the default.
  await administer(url, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return { url: withDatabase(url, name), drop: () => administer(url, `drop database if exists ${name} with (force)`) };
}

/** One connection for all: to open one costs as much as what is asked by it. */
let administrator: postgres.Sql | null = null;

async function administer(url: string, statement: string): Promise<void> {
  administrator ??= postgres(url, { max: 1, onnotice: () => {} });
  // Only one copy of the template can be made at a time.
  await administrator`select pg_advisory_lock(7460002)`;
  try {
    await administrator.unsafe(statement);
  } finally {
    await administrator`select pg_advisory_unlock(7460002)`;
  }
}
