import { type SQL, sql as template } from 'drizzle-orm';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';

/**
 * While a process works on jobs, it holds a session's advisory lock for the name under which it takes them: PostgreSQL
 * releases the lock with the connection, so at once when the process is killed.
 */
const LOCKS = 7_460_004;
/** How often a process checks that it still has the connection of its lock, and how long the answer may take. */
const BEAT_MS = 2000;
const BEAT_WITHIN_MS = 2000;
const RECONNECT_MS = 100;
const CONNECT_TIMEOUT_MS = 5000;

/** The lock of one worker, until its end. */
export interface Life {
  /** Locks the worker's name; resolves when it is locked, and locks it again whenever the connection breaks. */
  isAlive(worker: string): Promise<void>;
  end(): void;
}

export function showAlive(url: string, log: Logger): Life {
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  const locked = Promise.withResolvers<void>();
  let isKept = false;

  async function hold(client: Client, worker: string, broken: Promise<void>): Promise<void> {
    await client.connect();
    // Shared with the same worker's earlier connection, whose end the server may not have noticed.
    await client.query('select pg_advisory_lock_shared($1::integer, hashtext($2))', [LOCKS, worker]);
    locked.resolve();
    while (!signal.aborted) {
      await Promise.race([Bun.sleep(BEAT_MS), broken, ended]);
      if (!signal.aborted) await client.query('select 1');
    }
  }

  async function keep(worker: string): Promise<void> {
    while (!signal.aborted) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: BEAT_WITHIN_MS,
      });
      const broken = new Promise<void>((done) => client.on('error', () => done()).on('end', () => done()));
      try {
        await hold(client, worker, broken);
      } catch (error) {
        if (!signal.aborted) log.warn({ error }, 'the lock of the job queue broke');
      }
      void client.end().catch(() => {});
      if (!signal.aborted) await Promise.race([Bun.sleep(RECONNECT_MS), ended]);
    }
  }

  return {
    isAlive: (worker) => {
      if (!isKept) void keep(worker);
      isKept = true;
      return Promise.race([locked.promise, ended]);
    },
    end: () => ending.abort(),
  };
}

/** Tells whether jobs are being worked on, or were by a process that has ended. */
export const jobsAreHeld = (): SQL => template`exists (
  select from graphile_worker._private_jobs where locked_at is not null)`;

/**
 * At so many looks in turn a process must have no lock before its jobs are given to others: with a second between them,
 * long enough for one that only lost its connection to have it again, e.g. after PostgreSQL was restarted.
 */
export const GONE_AFTER_LOOKS = 6;
/** Looks so far apart are not in turn: the database was away, and the others have to have time to lock again. */
const APART_MS = 3000;
/** A process that has its lock, but has not ended a task for so long, stands still. */
const STANDS_STILL_AFTER = '2 minutes';

/** One process's knowledge of the others' locks, from its last looks. */
export class AbandonedJobs {
  /** At how many looks in turn a worker that has jobs had no lock. */
  #missing = new Map<string, number>();
  #lookedAt = -Infinity;

  constructor(private readonly sql: Sql) {}

  /** Gives the jobs of processes that have ended to running processes. To be called once a second while jobs are held. */
  async look(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt > APART_MS) this.#missing.clear();
    this.#lookedAt = now;
    try {
      await this.#release(await readLocks(this.sql));
    } catch (error) {
      this.#missing.clear();
      throw error;
    }
  }

  async #release(locks: ReadonlySet<string>): Promise<void> {
    const working = await this.sql<{ worker: string; lock: string; stands_still: boolean }[]>`
      select locked_by as worker, hashtext(locked_by)::oid::text as lock,
        bool_or(locked_at < now() - ${STANDS_STILL_AFTER}::interval) as stands_still
      from graphile_worker.jobs where locked_by is not null group by locked_by`;
    const missing = working.filter(({ lock }) => !locks.has(lock));
    this.#missing = new Map(missing.map(({ worker }) => [worker, (this.#missing.get(worker) ?? 0) + 1] as const));
    const abandoned = working
      .filter((each) => each.stands_still || (this.#missing.get(each.worker) ?? 0) >= GONE_AFTER_LOOKS)
      .map(({ worker }) => worker);
    if (abandoned.length > 0) await this.sql`select graphile_worker.force_unlock_workers(${abandoned})`;
  }
}

async function readLocks(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ lock: string }[]>`
    select distinct objid::text as lock from pg_locks
    where locktype = 'advisory' and classid = ${LOCKS}::integer::oid and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return new Set(rows.map(({ lock }) => lock));
}
