import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createDatabase } from '../kit/cluster.ts';
import { eventually } from '../kit/eventually.ts';

/** What the tests start ends with them, even if they are killed. */

const STARTER = `
import { startServerProcess } from '${join(import.meta.dir, '..', 'kit', 'server-process.ts')}';
const server = await startServerProcess(process.env.AT_DATABASE);
console.log(server.url);
await server.ended;
`;

test('a server that a test has started ends with the process of the test', async () => {
  const database = await createDatabase();
  const starter = Bun.spawn([process.execPath, '-e', STARTER], {
    env: { ...process.env, AT_DATABASE: database.url },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await starter.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  expect((await fetch(`${url}/readyz`)).ok).toBe(true);
  starter.kill('SIGKILL');
  await starter.exited;
  await eventually('the server has ended', () =>
    fetch(`${url}/readyz`).then(
      () => false,
      () => true,
    ),
  );
  await database.drop();
});
