import { sql as template, type SQL } from 'drizzle-orm';
import { Logger as JobLogger, run, type TaskList, type Worker } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { showAlive } from './job-locks.ts';

/** The most jobs that one process works on at the same time. */
const CONCURRENCY = 3;
const CONNECT_TIMEOUT_MS = 5000;
/** The queue's own queries are short: if one takes longer, its server is gone. */
const QUERY_TIMEOUT_MS = 15_000;
/** A queue that ended is started again after this time. */
const AGAIN_MS = 1000;
/**
 * A new job is announced at once, and one whose time has come by `wake`. The workers ask by themselves as well, in case both
 * were lost.
 */
const POLL_MS = 30_000;
/** Longer than that, so that they do not connect each time. */
const IDLE_MS = 2 * POLL_MS;

/**
 * The work of a job, by the name of its task. After a crash it may be done a second time. Each task ends within a
 * minute, and puts the rest of longer work back as a job.
 */
export type Tasks = TaskList;

/** Jobs being worked on in this process. */
export interface Jobs {
  /** Tells the workers that jobs may be due. */
  wake(): void;
  /** Waits for the jobs that run, and takes no others. */
  stop(): Promise<void>;
}

/**
 * Works on the jobs of the database at `url`, with its own connections. Most processes have no job for a long time: until
 * `wake` is called for the first time it opens none of them.
 */
export function startJobs(url: string, log: Logger, tasks: Tasks): Jobs {
  const pool = openPool(url, log);
  const workers = new Set<Worker>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
  const woken = Promise.withResolvers<void>();
  const start = (isAlive: (worker: string) => Promise<void>) =>
    run({
      pgPool: pool,
      noHandleSignals: true,
      preset: {
        plugins: [
          {
            name: 'show-alive',
            version: '1.0.0',
            // Before it takes its first job.
            worker: {
              hooks: {
                startWorker: async (_context, { worker }) => {
                  await isAlive(worker.workerPool.id);
                  workers.add(worker);
                },
                stopWorker: (_context, { worker }) => void workers.delete(worker),
              },
            },
          },
        ],
        worker: {
          concurrentJobs: CONCURRENCY,
          pollInterval: POLL_MS,
          // With this, the results of jobs are written together at once, and the queue waits for them when it
          // stops. Without it, each result is written alone and nothing waits for it: there are too few
          // connections for all of them, and no code sees an error.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      parsedCronItems: [],
      taskList: tasks,
      logger: toJobLogger(log),
    });
  /** Runs the queue's runner; if it cannot start or ends by itself, e.g. without a database, it is started again. */
  const keepRunning = async () => {
    await Promise.race([woken.promise, stopped]);
    while (!signal.aborted) {
      const life = showAlive(url, log);
      try {
        const runner = await start(life.isAlive);
        await Promise.race([runner.promise, stopped]);
        if (signal.aborted) await runner.stop();
      } catch (error) {
        if (!signal.aborted) log.error({ error }, 'the job queue stopped');
      } finally {
        workers.clear();
        life.end();
      }
      if (!signal.aborted) await Promise.race([Bun.sleep(AGAIN_MS), stopped]);
    }
  };
  const running = keepRunning();
  return {
    wake: () => {
      if (signal.aborted) return;
      woken.resolve();
      for (const worker of workers) worker.nudge();
    },
    stop: async () => {
      stopping.abort();
      await running;
      await pool.end();
    },
  };
}

/**
 * The queue's own connections. A connection that breaks emits an error whether it is in use or not, and an
 * error without a listener would end the process. The queue opens another one.
 */
function openPool(url: string, log: Logger): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONCURRENCY + 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  });
  const broken = (error: Error) => log.warn({ error }, 'a connection of the job queue broke');
  pool.on('error', broken);
  pool.on('connect', (client) => client.on('error', broken));
  return pool;
}

/** Tells whether the time of a job has come that no worker has taken. */
export const jobsWait = (): SQL => template`exists (
  select from graphile_worker._private_jobs where is_available and run_at <= now())`;

/**
 * Its "info" reports every job, which we log at "debug". Of the details only the error is kept, because they
 * may contain whole jobs and connections. The error's text within the message is left out, because our log
 * describes errors without the values of queries.
 */
const toJobLogger = (log: Logger): JobLogger =>
  new JobLogger(() => (level, message, meta) => {
    const error = meta?.error instanceof Error ? meta.error : undefined;
    const words = error ? message.replace(/(?: with error|: ).*$/s, '') : message;
    log[level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug']({ error }, words);
  });

/**
 * A call that puts a job on the queue, for a statement or a transaction: the job exists if and only if that
 * commits. A job with the same key that has not begun is the same job, at the earlier of both times.
 *
 * @param delay an interval. The queue uses the clock of the database, which may differ from ours
 */
export const addJobSql = (task: string, { key, payload, delay }: { key: SQL; payload: SQL; delay: SQL }): SQL =>
  template`graphile_worker.add_job(${template.raw(`'${task}'`)}, ${payload}, job_key := ${key},
    run_at := least(now() + ${delay}, (
      select j.run_at from graphile_worker.jobs j where j.key = ${key} and j.locked_at is null)))`;
