import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createDatabase } from '../kit/cluster.ts';
import { eventually } from '../kit/eventually.ts';

/** `bun run dev` ends the server that it started. */

const ROOT = join(import.meta.dir, '..', '..');

const database = await createDatabase();
afterAll(() => database.drop());

/**
 * Two free neighbouring ports, as the development server uses them. They are below those that the system gives to
 * connections, and differ between processes.
 */
async function twoPorts(): Promise<number> {
  for (let port = 10_000 + (process.pid % 10_000) * 2; ; port += 2) {
    try {
      for (const each of [port, port + 1]) {
        await Bun.serve({ port: each, fetch: () => new Response() }).stop(true);
      }
      return port;
    } catch {
      // Another program uses one of them.
    }
  }
}

const isServed = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('stopped as an operator stops it, it leaves no server behind', async () => {
  const port = await twoPorts();
  const development = Bun.spawn([process.execPath, 'web/dev.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret that only this test knows',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A separate process group, so that no process keeps running if the test fails.
    detached: true,
  });
  try {
    await eventually('the page and the server are there', () => isServed(port), 30_000);
    expect(await isServed(port + 1)).toBe(true);
    development.kill('SIGTERM');
    expect(await development.exited).toBe(0);
    expect(await isServed(port + 1)).toBe(false);
  } finally {
    endGroup(development.pid);
  }
}, 60_000);

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
