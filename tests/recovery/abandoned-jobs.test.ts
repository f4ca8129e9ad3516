import { join } from 'node:path';
import pino from 'pino';
import postgres from 'postgres';
import { connect, type Connection } from '../../db/client.ts';
import { AbandonedJobs, GONE_AFTER_LOOKS } from '../../db/job-locks.ts';
import { startJobs } from '../../db/jobs.ts';
import { createDatabase } from '../kit/cluster.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';
import { eventually } from '../kit/eventually.ts';

let database: { url: string; drop(): Promise<void> };
let connection: Connection;
beforeAll(async () => {
  database = await createDatabase();
  connection = connect(database.url, { connections: 2 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** A process that takes the job and never ends it. */
const WORKER = `
import pino from 'pino';
import { startJobs } from '${join(import.meta.dir, '..', '..', 'db', 'jobs.ts')}';
startJobs(process.env.AT_DATABASE, pino({ level: 'silent' }), { endless: () => new Promise(() => {}) }).wake();
`;

const startWorker = () =>
  Bun.spawn(endingWithUs('TERM', [process.execPath, '-e', WORKER]), {
    env: { ...process.env, AT_DATABASE: database.url },
    stdout: 'inherit',
    stderr: 'inherit',
  });

const locked = () => connection.sql<{ worker: string }[]>`
  select locked_by as worker from graphile_worker.jobs where locked_by is not null`;
const ownerOfJob = async () => (await locked())[0]?.worker;
const holders = async () =>
  connection.sql<{ pid: number }[]>`
    select l.pid from graphile_worker.jobs j join pg_locks l
      on l.locktype = 'advisory' and l.granted and l.objid = hashtext(j.locked_by)::oid
    where j.locked_by is not null`;
const lookOften = async (abandoned: AbandonedJobs, times = GONE_AFTER_LOOKS + 2) => {
  for (let looks = 0; looks < times; looks++) await abandoned.look();
};

test('a job stays with a process whose connections break, and goes to another one when the process is killed', async () => {
  const { sql } = connection;
  const worker = startWorker();
  await sql`select graphile_worker.add_job('endless')`;
  const owner = await eventually('the process has the job', ownerOfJob);
  // Every job is taken under a lock.
  expect(await holders()).toHaveLength(1);
  const abandoned = new AbandonedJobs(sql);
  await lookOften(abandoned);
  expect(await ownerOfJob()).toBe(owner);

  for (let blips = 0; blips < 3; blips++) {
    const [before] = await holders();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.catch(() => {});
    await eventually('the lock is gone', async () => !(await holders()).some(({ pid }) => pid === before?.pid));
    // It finds the lock missing at most so often before the process has it again.
    await lookOften(abandoned, GONE_AFTER_LOOKS - 1);
    await eventually('the process has its lock again', async () => (await holders()).length > 0);
    await lookOften(abandoned);
    expect(await ownerOfJob()).toBe(owner);
  }

  worker.kill('SIGKILL');
  await worker.exited;
  await eventually('its lock is gone', async () => (await holders()).length === 0);
  await lookOften(abandoned, GONE_AFTER_LOOKS - 1);
  expect(await ownerOfJob()).toBe(owner);
  await abandoned.look();
  const taken = Promise.withResolvers<void>();
  const jobs = startJobs(database.url, pino({ level: 'silent' }), { endless: async () => taken.resolve() });
  jobs.wake();
  await taken.promise;
  await jobs.stop();
  expect(await locked()).toHaveLength(0);
});

test('looks that could not be made count for nothing: after an outage the others have time to come back', async () => {
  const { sql } = connection;
  const worker = startWorker();
  await sql`select graphile_worker.add_job('endless')`;
  const owner = await eventually('the process has the job', ownerOfJob);
  const own = postgres(database.url, { max: 1, onnotice: () => {} });
  const abandoned = new AbandonedJobs(own);
  await lookOften(abandoned);
  worker.kill('SIGKILL');
  await worker.exited;
  await eventually('its lock is gone', async () => (await holders()).length === 0);
  await lookOften(abandoned, GONE_AFTER_LOOKS - 1);
  const [session] = await own<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const look = own`select pg_sleep(60)`.catch(() => {});
  const broken = abandoned.look().then(
    () => false,
    () => true,
  );
  await sql`select pg_terminate_backend(${session?.pid ?? 0}::integer)`;
  await look;
  expect(await broken).toBe(true);
  await lookOften(abandoned, GONE_AFTER_LOOKS - 1);
  expect(await ownerOfJob()).toBe(owner);
  await abandoned.look();
  expect(await locked()).toHaveLength(0);
  await own.end();
});
