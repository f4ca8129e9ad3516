import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { Logger, runMigrations as runJobMigrations } from 'graphile-worker';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const quiet = new Logger(() => () => {});

/** Any fixed number works, as long as all processes use the same one. */
const MIGRATION_LOCK = 7_460_001;

/**
 * Brings the schema up to date. Processes that start at the same time wait for each other on an advisory
 * lock, so that each migration runs once.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    // The job queue has its own schema, and migrates it itself.
    await runJobMigrations({ connectionString: url, maxPoolSize: 1, logger: quiet });
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection releases the lock.
    await client.end({ timeout: 5 });
  }
}
