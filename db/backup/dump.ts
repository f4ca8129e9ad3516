import postgres from 'postgres';
import { run } from '../embedded-process.ts';

/** A dump of the database at `url` with PostgreSQL's own tools, which must not be older than the server. */
export const dumpTo = (url: string, file: string): Promise<void> =>
  run(null, '/', 'pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, url]);

/**
 * Restores a dump into an empty database, completely or not at all.
 * @throws if the database is not empty
 */
export async function restoreFrom(file: string, url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select 1 from pg_tables where schemaname = 'public' limit 1`;
    if (found) throw new Error('there are tables in that database already');
  } finally {
    await sql.end({ timeout: 5 });
  }
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await run(null, '/', 'pg_restore', [...options, `--dbname=${url}`, file]);
}
