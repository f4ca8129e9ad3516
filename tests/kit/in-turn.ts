import type { Sql, TransactionSql } from 'postgres';
import { eventually } from './eventually.ts';

/**
 * Lets requests that want the same rows have them in this order: the rows are held until each request in turn
 * waits for them. So each outcome of a race can be made to occur, and none is left to luck. PostgreSQL serves
 * those who wait for a row in the order in which they came.
 * @param hold locks the rows, as `select … for update` does
 * @param meanwhile looks at what is so while all of them wait
 * @returns the answers, in the order of the requests
 */
export async function inTurn<Answer>(
  { deps: { sql } }: { deps: { sql: Sql } },
  hold: (sql: TransactionSql) => PromiseLike<unknown>,
  requests: readonly (() => Promise<Answer>)[],
  meanwhile?: (sql: TransactionSql) => PromiseLike<unknown>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await sql.begin(async (tx) => {
    await hold(tx);
    for (const [index, request] of requests.entries()) {
      answers.push(request());
      await eventually(`request ${index + 1} waits for the row`, async () => {
        const [row] = await sql<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return (row?.waiting ?? 0) > index;
      });
    }
    await meanwhile?.(tx);
  });
  return Promise.all(answers);
}
