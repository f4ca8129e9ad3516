import postgres from 'postgres';
import { run } from '../embedded-process.ts';

/**
 * PostgreSQL's own tools refuse a server that is newer than they are, but only once they have begun.
 * @throws saying what to install, if the tool is missing or older than the server at `url`
 */
export async function requireTool(tool: 'pg_dump' | 'pg_restore', url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [server] = await sql<{ major: number }[]>`
      select current_setting('server_version_num')::integer / 10000 as major`;
    const install = `Debian: postgresql-client-${server?.major}`;
    const path = Bun.which(tool);
    if (!path) throw new Error(`${tool} is not on the path (${install})`);
    const version = await new Response(Bun.spawn([path, '--version']).stdout).text();
    const major = Number(/(\d+)(?:\.\d+)*/.exec(version)?.[1]);
    if (server && major < server.major)
      throw new Error(`${tool} ${major} is older than the server, ${server.major} (${install})`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A dump of the database at `url` with PostgreSQL's own tools. */
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
