import { forFile } from '../kit/file-app.ts';
import pino from 'pino';
import { z } from 'zod';
import { connect } from '../../db/client.ts';
import { sql as template } from 'drizzle-orm';
import { startJobs } from '../../db/jobs.ts';
import { describeError } from '../../src/platform/kit/describe-error.ts';
import { createDatabase } from '../kit/cluster.ts';

const JOBS = 200;
const database = await forFile(createDatabase());
const connection = await forFile(connect(database.url, { connections: 2 }));

test('jobs that were done when the queue stopped are recorded as done', async () => {
  await connection.sql`
    select graphile_worker.add_job('count', json_build_object('number', number))
    from generate_series(1, ${JOBS}) number`;
  const done: number[] = [];
  // It stops at a random one of several places.
  for (const share of [1, 2, 3, 4]) {
    const enough = Promise.withResolvers<void>();
    const jobs = startJobs(database.url, pino({ level: 'silent' }), {
      count: (payload) => {
        done.push(z.object({ number: z.number() }).parse(payload).number);
        if (done.length >= (share * JOBS) / 5) enough.resolve();
      },
    });
    jobs.wake();
    await enough.promise;
    await jobs.stop();
    const left = await connection.sql<{ number: number }[]>`
      select (payload->>'number')::int as number from graphile_worker._private_jobs`;
    expect(left.length).toBe(JOBS - new Set(done).size);
    expect(left.map(({ number }) => number).filter((number) => done.includes(number))).toEqual([]);
  }
});

test('a job that fails on a query is logged whole, without what people entered', async () => {
  const lines: string[] = [];
  const logged = Promise.withResolvers<string>();
  const write = (line: string) => {
    lines.push(line);
    if (line.includes('Failed task')) logged.resolve(line);
  };
  const jobs = startJobs(database.url, pino({ serializers: { error: describeError } }, { write }), {
    fail: async () => {
      await connection.db.execute(template`select ${'a secret of somebody'}::text, 1 / 0`);
    },
  });
  await connection.sql`select graphile_worker.add_job('fail', max_attempts := 1)`;
  jobs.wake();
  const { error } = JSON.parse(await logged.promise);
  await jobs.stop();
  expect(error).toMatchObject({ stack: expect.any(String), cause: { code: '22012' } });
  expect(lines.join('')).not.toContain('a secret of somebody');
});
