import type { Sql, TransactionSql } from 'postgres';

/** Does something in a transaction that is then taken back. @returns what it gave */
export async function inVain<Result>(sql: Sql, work: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
  const taken = Promise.withResolvers<Result>();
  const done = Symbol('done');
  await sql
    .begin(async (tx) => {
      taken.resolve(await work(tx));
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
  return taken.promise;
}
