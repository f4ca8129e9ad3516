import type { Sql, TransactionSql } from 'postgres';
import { eventually } from './eventually.ts';

/** Resolves once so many transactions wait for a lock. */
export const untilWaiting = (sql: Sql, count = 1) =>
  eventually(`${count} waiting for a lock`, async () => {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (row?.waiting ?? 0) >= count;
  });

/**
 * Makes requests that need the same rows get them in the given order: the rows are locked until each request in turn
 * waits for them. So a test can produce each outcome of a race on purpose. PostgreSQL serves waiting transactions in
 * the order in which they came.
 * @param hold locks the rows, as `select … for update` does; without any, the requests would not wait
 * @param meanwhile checks the state while all of them wait
 * @returns the answers, in the order of the requests
 */
export async function inTurn<Answer>(
  { deps: { sql } }: { deps: { sql: Sql } },
  hold: (sql: TransactionSql) => PromiseLike<{ count: number }>,
  requests: readonly (() => Promise<Answer>)[],
  meanwhile?: (sql: TransactionSql) => PromiseLike<unknown>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await sql.begin(async (tx) => {
    if ((await hold(tx)).count === 0) throw new Error('there is no row to wait for');
    for (const [index, request] of requests.entries()) {
      answers.push(request());
      await untilWaiting(sql, index + 1);
    }
    await meanwhile?.(tx);
  });
  return Promise.all(answers);
}
