import type { Sql } from 'postgres';
import { SANDBOX_ENDINGS } from '../../src/carriers/adapters/sandbox/catalogue.ts';
import { eventually } from '../kit/eventually.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { workOfProcess } from '../kit/test-server.ts';
import { load } from './load.ts';
import type { Person } from './population.ts';

const SECONDS = 8;

/**
 * The cost of one message, from its acceptance to its report, with the whole server: rows written in each table, how
 * many updates were HOT, and processor time of server and PostgreSQL.
 */
export async function measureMessageCost(
  sql: Sql,
  { databaseUrl, people }: { databaseUrl: string; people: Person[] },
): Promise<{ rows: number; notHot: number; serverMs: number; databaseMs: number }> {
  const env = { SANDBOX_CARRIERS: 'on', SANDBOX_PER_SECOND: '5000' };
  const { url, pid, stop } = await startServerProcess(databaseUrl, env);
  const [cluster] = await sql<{ server: string }[]>`
    select (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1] as server`;
  const times = async () => ({
    server: await workOfProcess(pid),
    database: await workOfProcess(cluster?.server ?? ''),
  });
  await sendAndSettle(sql, url, people, 2);
  // Autovacuum does so within a minute. Before it, plans from when a table was empty read all of it.
  await sql`analyze`;
  const before = await times();
  await sql`select pg_stat_reset()`;
  await sendAndSettle(sql, url, people, SECONDS);
  const tables = await writtenRows(sql);
  const messages = tables.find(({ name }) => name === 'sms_recipients')?.inserted ?? 0;
  const now = await times();
  await stop();
  const each = (value: number) => (value / messages).toFixed(2);
  const sums = { written: 0, updated: 0, hot: 0 };
  for (const { name, inserted, updated, hot, deleted } of tables) {
    const written = inserted + updated + deleted;
    if (written / messages < 0.02) continue;
    sums.written += written;
    sums.updated += updated;
    sums.hot += hot;
    console.log(
      `  ${name.padEnd(28)} ${each(inserted)} inserted ${each(updated)} updated (${each(hot)} HOT) ${each(deleted)} deleted`,
    );
  }
  return {
    rows: sums.written / messages,
    notHot: (sums.updated - sums.hot) / messages,
    serverMs: ((now.server - before.server) / messages) * 1000,
    databaseMs: ((now.database - before.database) / messages) * 1000,
  };
}

async function sendAndSettle(sql: Sql, url: string, people: Person[], seconds: number): Promise<void> {
  const result = await load({ url, what: 'send', people, connections: 50, warmUpSeconds: 0, seconds });
  if (result.failures > 0) throw new Error(result.firstFailure);
  await eventually('all are reported', 120_000, async () => {
    const [row] = await sql<{ open: boolean }[]>`
      select exists (select from sms_recipients where status = 'queued' and not bulk)
        or exists (select from sms_recipients where status = 'sending')
        or exists (select from sms_recipients where status = 'unknown')
        or exists (select from sms_recipients where status = 'sent' and number not like ${`%${SANDBOX_ENDINGS.unreported}`}) as open`;
    return row?.open === false;
  });
  // Sessions tell of their writes at most once in a second.
  await Bun.sleep(2500);
}

const writtenRows = (sql: Sql) => sql<
  ({ name: string } & Record<'inserted' | 'updated' | 'hot' | 'deleted', number>)[]
>`
  select relname as name, n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as hot,
    n_tup_del::int as deleted
  from pg_stat_user_tables order by 1`;
