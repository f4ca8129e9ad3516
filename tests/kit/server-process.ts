import { join } from 'node:path';
import { endingWithUs } from './ending-with-us.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { isOk } from './is-ok.ts';

const ROOT = join(import.meta.dir, '..', '..');

/** It may migrate a filled database under load first. */
const READY_WITHIN_MS = 90_000;

/** The program itself as a separate process, which a test can kill; it ends with the test's own process. */
export interface ServerProcess {
  url: string;
  pid: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The lines that it has logged so far; only with a `LOG_LEVEL`. */
  readonly log: readonly string[];
  /** Settles when the process has ended for any reason. */
  readonly ended: Promise<number>;
  /** Ends it at once, like a loss of power. */
  kill(): Promise<void>;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
}

interface Options {
  /** A module that runs in the process before the program. */
  preload?: string;
  /** The program's folder, by default this one. */
  root?: string;
}

/**
 * Starts the program on a database and waits until it serves.
 * @param env its settings; a `PORT` starts it where another one was before
 * @param databaseUrl null: it starts its own embedded server in `DATA_DIR`
 */
export async function startServerProcess(
  databaseUrl: string | null,
  env: Record<string, string> = {},
  { preload, root = ROOT }: Options = {},
): Promise<ServerProcess> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  // If this process has a moved clock, the new process gets the same time.
  const moved = process.env.TEST_NOW ? [join(import.meta.dir, 'move-date-of-process.ts')] : [];
  const preloads = [...moved, ...(preload ? [preload] : [])].flatMap((path) => ['--preload', path]);
  const child = Bun.spawn(endingWithUs('KILL', [process.execPath, ...preloads, 'src/main.ts']), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      SESSION_SECRET: 'a secret that only this test knows',
      METRICS_LOCALLY: 'on',
      SELL_SIMULATED: 'on',
      RATE_LIMITS: 'off',
      ADMIN_TWO_FACTOR: 'optional',
      LOG_LEVEL: 'silent',
      ...(process.env.TEST_NOW ? { TEST_NOW: new Date().toISOString() } : {}),
      ...env,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const log: string[] = [];
  void readLines(child.stdout, log);
  const url = `http://127.0.0.1:${port}`;
  await eventually('the server is ready', READY_WITHIN_MS, () => isOk(`${url}/readyz`)).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    pid: child.pid,
    fetch: (path, init) => fetch(url + path, init),
    log,
    ended: child.exited,
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

async function readLines(from: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of from) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  }
}
