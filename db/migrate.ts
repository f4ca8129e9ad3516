import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { Logger, runMigrations as runJobMigrations } from 'graphile-worker';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const quiet = new Logger(() => () => {});

/** Any fixed number will do; all processes must use the same. */
const MIGRATION_LOCK = 7_460_001;

/**
 * Brings the schema up to date. Processes that start at the same time wait for one another on an
 * advisory lock, so that each migration runs once.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    // The job queue keeps a schema of its own, and brings it up to date itself.
    await runJobMigrations({ connectionString: url, maxPoolSize: 1, logger: quiet });
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection gives the lock back.
    await client.end({ timeout: 5 });
  }
}
