import { join } from 'node:path';
import { eventually } from './eventually.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** The program itself, as a process of its own, which can be killed. */
export interface ServerProcess {
  url: string;
  /** Is gone at once, as by a loss of power. */
  kill(): Promise<void>;
}

/** Starts the program on a database and waits until it serves. */
export async function startServerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'a secret that only this test knows',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the server is ready', async () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port } = probe;
  await probe.stop(true);
  if (!port) throw new Error('there is no free port');
  return port;
}
