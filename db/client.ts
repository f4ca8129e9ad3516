import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import net from 'node:net';
import postgres from 'postgres';
import { prepareInTransactions } from './prepare-in-transactions.ts';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;
/** What a query runs on: the pool, or an open transaction. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  /** Cuts every connection, for a server that has gone silent; the next queries open others. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * A server that is restarted answers again after a moment; the driver's own pauses between attempts grow to
 * 20 s.
 */
const RECONNECT_SECONDS = 0.1;
const CONNECT_TIMEOUT_SECONDS = 5;

/**
 * Opens a pool. Eight connections were fastest on two cores; more of them only wait inside the server. The
 * timeouts bound what a stuck statement or a forgotten transaction can hold up. Starting workers and
 * compiling plans take longer than any request's statement does without them.
 */
export function connect(url: string, options: { connections?: number } = {}): Connection {
  const sockets = socketsTo();
  const sql = postgres(url, {
    max: options.connections ?? 8,
    onnotice: () => {},
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    ...sockets.option,
    connection: {
      application_name: 'topline',
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 30_000,
      // As text: the driver leaves out what is false.
      max_parallel_workers_per_gather: '0',
      jit: 'off',
    },
  });
  const db = drizzle(prepareInTransactions(sql), { schema, casing: 'snake_case' });
  return { db, sql, cut: sockets.cut, close: () => sql.end({ timeout: 5 }) };
}

/** Where the driver says that it connects to; its types do not have it. */
interface Target {
  path?: string | false;
  host: string[];
  port: number[];
}

/** Opens the driver's sockets, with several hosts each in its turn, and keeps them at hand. */
function socketsTo(): { option: object; cut(): void } {
  const open = new Set<net.Socket>();
  let turn = 0;
  const socket = ({ path, host, port }: Target): net.Socket => {
    const at = turn++ % host.length;
    const made = path ? net.connect(path) : net.connect(port[at] ?? 5432, host[at]);
    // The driver names them in errors, and checks a certificate against them.
    Object.assign(made, { host: host[at], port: port[at] });
    open.add(made);
    made.once('close', () => open.delete(made));
    return made;
  };
  return {
    option: { socket },
    cut: () => {
      for (const each of open) each.destroy(new Error('the server has gone silent'));
    },
  };
}
