import { drizzle, type PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import net from 'node:net';
import postgres from 'postgres';
import { prepareInTransactions } from './prepare-in-transactions.ts';

export type Database = PostgresJsDatabase;
/** Where a query runs: the pool, or an open transaction. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '_'>;

/** The client that sends a prepared statement. */
export type Driver = Pick<postgres.Sql, 'unsafe'>;

/** The driver below the query builder, which takes prepared statements in the same transaction. */
export function driverOf(db: Pick<Queryable, '_'>): Driver {
  const { session } = db._;
  if (!(session instanceof PostgresJsSession)) throw new TypeError('this database has another driver');
  return session.client;
}

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  /**
   * Connections of their own for what each call waits for: its statements have one plan for all values, and nothing else
   * stands before them.
   */
  planned: Driver;
  /** Cuts every connection, for a server that no longer answers; the next queries open new ones. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * A server that restarts answers again after a moment; the driver's own pauses between attempts grow to 20 s.
 */
const RECONNECT_SECONDS = 0.1;
const CONNECT_TIMEOUT_SECONDS = 5;
const PLANNED_CONNECTIONS = 4;

/**
 * Opens a pool. Eight connections were fastest on two cores; more connections only wait inside the server.
 * The timeouts limit how long a stuck statement or a forgotten transaction can block others. Parallel workers
 * and compiled plans are off, because preparing them takes longer than the statement of any request.
 */
export function connect(url: string, options: { connections?: number } = {}): Connection {
  const sockets = socketsTo();
  const open = (connections: number, more: object = {}) =>
    postgres(url, {
      max: connections,
      onnotice: () => {},
      connect_timeout: CONNECT_TIMEOUT_SECONDS,
      backoff: () => RECONNECT_SECONDS,
      ...sockets.option,
      connection: {
        application_name: 'topline',
        statement_timeout: 60_000,
        idle_in_transaction_session_timeout: 30_000,
        // It is text, because the driver leaves out a value that is false.
        max_parallel_workers_per_gather: '0',
        jit: 'off',
        ...more,
      },
    });
  const sql = open(options.connections ?? 8);
  // None is opened before it is needed. PostgreSQL would plan anew for each call where a trunk has had many.
  const planned = open(PLANNED_CONNECTIONS, { plan_cache_mode: 'force_generic_plan' });
  // Without the schema: for its relational queries, which nothing here uses, each transaction would make an object per table.
  const db = drizzle(prepareInTransactions(sql), { casing: 'snake_case' });
  const close = async () => void (await Promise.all([sql, planned].map((each) => each.end({ timeout: 5 }))));
  return { db, sql, planned, cut: sockets.cut, close };
}

/** Opens the driver's sockets, to several hosts in turn, and remembers them. */
function socketsTo(): { option: object; cut(): void } {
  const open = new Set<net.Socket>();
  let turn = 0;
  const socket = ({ path, host, port }: { path?: string | false; host: string[]; port: number[] }): net.Socket => {
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
