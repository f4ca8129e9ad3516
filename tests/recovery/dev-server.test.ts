import { eventually, forFile, freePort } from '../kit/index.ts';
import { join } from 'node:path';
import { createDatabase } from '../kit/cluster.ts';
import { isOk } from '../kit/is-ok.ts';

const ROOT = join(import.meta.dir, '..', '..');
const database = await forFile(createDatabase());

const isServed = (port: number): Promise<boolean> => isOk(`http://127.0.0.1:${port}/healthz`);

test('stopped as an operator stops it, it leaves no server behind', async () => {
  const port = await freePort(2);
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
    await eventually('the page and the server are there', 30_000, () => isServed(port));
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
