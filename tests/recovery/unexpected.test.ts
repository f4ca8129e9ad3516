import { sql as template } from 'drizzle-orm';
import { join } from 'node:path';
import { describeError } from '../../src/platform/kit/describe-error.ts';
import { appForFile, eventually, startServerProcess } from '../kit/index.ts';

const app = await appForFile({ background: false });

test('an error that nobody caught is logged whole and counted, and the process goes on', async () => {
  const preload = join(import.meta.dir, '..', 'kit', 'throw-on-signal.ts');
  const server = await startServerProcess(app.databaseUrl, { LOG_LEVEL: 'error' }, { preload });
  try {
    const counted = async () =>
      Number(/^unexpected_errors_total (\d+)$/m.exec(await (await server.fetch('/metrics')).text())?.[1]);
    expect(await counted()).toBe(0);
    process.kill(server.pid, 'SIGUSR2');
    await eventually('both are counted', async () => (await counted()) === 2);
    expect((await server.fetch('/readyz')).status).toBe(200);
    const logged = await eventually('both are logged', async () => {
      const entries = server.log.filter((line) => line.includes('caught by nobody'));
      return entries.length === 2 ? entries.map((line) => JSON.parse(line)) : null;
    });
    expect(logged).toContainEqual(
      expect.objectContaining({
        kind: 'exception',
        error: expect.objectContaining({
          message: 'thrown from a timer',
          stack: expect.stringContaining('throw-on-signal.ts'),
        }),
      }),
    );
    expect(logged).toContainEqual(
      expect.objectContaining({
        kind: 'rejection',
        error: expect.objectContaining({ cause: expect.objectContaining({ message: 'its cause' }) }),
      }),
    );
  } finally {
    await server.kill();
  }
});

test('a failed query is logged with its words and code, without what people entered', async () => {
  const query = app.deps.db.execute(template`select ${'a secret of somebody'}::text, 1 / 0`);
  const error = await query.then(() => null).catch((reason: unknown) => reason);
  const described = JSON.stringify(describeError(error));
  expect(described).not.toContain('a secret of somebody');
  expect(described).toContain('22012');
  expect(described).toContain('select $1::text, 1 / 0');
});

test('a value that PostgreSQL quotes in its refusal does not reach the log either', async () => {
  const query = app.deps.sql`select ${'a secret of somebody'}::text::int`;
  const error = await query.then(() => null).catch((reason: unknown) => reason);
  const described = JSON.stringify(describeError(error));
  expect(described).not.toContain('secret');
  expect(described).toContain('22P02');
  expect(described).toContain('invalid input syntax');
  expect(describeError(error)).toMatchObject({ name: 'PostgresError', stack: expect.stringContaining(' at ') });
});
