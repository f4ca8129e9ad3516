import { afterAll, beforeAll, expect, test } from 'bun:test';
import pino from 'pino';
import { connect, type Connection } from '../../db/client.ts';
import { startJobs } from '../../db/jobs.ts';
import { createDatabase } from '../kit/cluster.ts';

/** The job queue, whose connections are few. */

const JOBS = 200;

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

test('jobs that were done when the queue stopped are recorded as done', async () => {
  await connection.sql`
    select graphile_worker.add_job('count', json_build_object('number', number))
    from generate_series(1, ${JOBS}) number`;
  const done: number[] = [];
  // Where it stops by chance in between is one of several places.
  for (const share of [1, 2, 3, 4]) {
    const enough = Promise.withResolvers<void>();
    const jobs = startJobs(database.url, pino({ level: 'silent' }), {
      count: (payload) => {
        done.push((payload as { number: number }).number);
        if (done.length >= (share * JOBS) / 5) enough.resolve();
      },
    });
    await enough.promise;
    await jobs.stop();
    const left = await connection.sql<{ number: number }[]>`
      select (payload->>'number')::int as number from graphile_worker._private_jobs`;
    expect(left.length).toBe(JOBS - new Set(done).size);
    expect(left.map(({ number }) => number).filter((number) => done.includes(number))).toEqual([]);
  }
});
