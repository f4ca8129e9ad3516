import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;
/** What a query runs on: the pool, or an open transaction. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  close(): Promise<void>;
}

/**
 * Opens a pool. Eight connections did best on two cores; more only queue inside the server.
 * The timeouts bound what a stuck statement or a forgotten transaction can hold up. Starting workers and
 * compiling plans take longer than any request's statement does without them.
 */
export function connect(url: string, options: { connections?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.connections ?? 8,
    onnotice: () => {},
    connection: {
      application_name: 'topline',
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 30_000,
      // As text: the driver leaves out what is false.
      max_parallel_workers_per_gather: '0',
      jit: 'off',
    },
  });
  const db = drizzle(sql, { schema, casing: 'snake_case' });
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}
