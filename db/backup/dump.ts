import postgres from 'postgres';
import { showProgress } from '../../src/platform/kit/progress.ts';
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
export async function dumpTo(url: string, file: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [found] = await sql<{ tables: number }[]>`
    select count(*)::integer as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  await sql.end({ timeout: 5 });
  using progress = showProgress('Backup', found?.tables ?? 0, 'tables');
  const options = ['--format=custom', '--no-owner', '--no-privileges', '--verbose', `--file=${file}`];
  await run(null, '/', ['pg_dump', ...options, url], (words) =>
    progress.add(words.split('dumping contents of table').length - 1),
  );
}

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
  const contents = await run(null, '/', ['pg_restore', '--list', file]);
  using progress = showProgress('Restore', contents.split(' TABLE DATA ').length - 1, 'tables');
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--verbose'];
  await run(null, '/', ['pg_restore', ...options, `--dbname=${url}`, file], (words) =>
    progress.add(words.split('processing data for table').length - 1),
  );
}
