import postgres from 'postgres';

/**
 * More parameters mean a list of rows or ids of varying length: each length would be another statement that
 * the connection keeps.
 */
const MOST_PARAMETERS = 32;

/**
 * The driver for the query builder, with prepared statements inside transactions. The builder sends its
 * statements unprepared: each costs two round trips and is parsed again. Inside transactions they find rows
 * by their ids, so that a plan that is made once is right for all values; lists and searches run outside
 * transactions and are planned for their values each time.
 */
export function prepareInTransactions(sql: postgres.Sql): postgres.Sql {
  return new Proxy(sql, {
    get(target, name, receiver): unknown {
      if (name !== 'begin') return Reflect.get(target, name, receiver);
      return (work: (tx: postgres.TransactionSql) => unknown) =>
        target.begin(async (tx) => {
          try {
            return await work(preparing(tx));
          } catch (error) {
            throw isAborted(error) ? error.cause : error;
          }
        });
    },
  });
}

/**
 * Of statements that go out together, those behind one that failed fail as well (25P02). Without what the builder put
 * around it, the driver knows such an error, and throws the first one instead.
 */
const isAborted = (error: unknown): error is Error =>
  error instanceof Error && error.cause instanceof postgres.PostgresError && error.cause.code === '25P02';

function preparing(tx: postgres.TransactionSql): postgres.TransactionSql {
  return new Proxy(tx, {
    get(target, name, receiver): unknown {
      if (name !== 'unsafe') return Reflect.get(target, name, receiver);
      return (text: string, values: Parameters<postgres.TransactionSql['unsafe']>[1] = []) =>
        target.unsafe(text, values, { prepare: values.length <= MOST_PARAMETERS });
    },
  });
}
