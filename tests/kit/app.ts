import { mkdtemp, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { startBackground } from '../../src/background.ts';
import { readConfig } from '../../src/config.ts';
import { type Deps, openDeps } from '../../src/deps.ts';
import type { Adapter } from '../../src/carriers/port.ts';
import { checkAnswer } from './contract.ts';
import { createDatabase } from './cluster.ts';
import { quickSandboxes } from './carriers.ts';
import { TestClock } from './clock.ts';
import { cheapPasswords } from './passwords.ts';

/** One running server as a test sees it: real HTTP on its own port, real PostgreSQL. */
export interface TestApp {
  deps: Deps;
  clock: TestClock;
  url: string;
  databaseUrl: string;
  /** `fetch` below the server's address; every answer is checked against its endpoint's contract. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Where a test's own ends with it, `await using` stops it. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** A second process beside this one, with the same database and clock. */
  beside?: Pick<TestApp, 'databaseUrl' | 'clock'>;
  /** Serve this database instead of a new one. */
  databaseUrl?: string;
  clock?: TestClock;
  /** Where the program's log goes; by default nowhere. */
  log?: Logger;
  /** The carriers; by default two simulated ones that answer and report at once. */
  adapters?: readonly Adapter[];
  /** False: no chores run, and nothing happens except what the test asks for. */
  background?: boolean;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const known = options.databaseUrl ?? options.beside?.databaseUrl;
  const database = known ? null : await createDatabase();
  const databaseUrl = known ?? database?.url ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'topline-data-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // Processes with one database share it.
    SESSION_SECRET: 'a secret that all processes of a test share',
    RATE_LIMITS: 'off',
    APPROVER_AGE_HOURS: '0',
    METRICS_LOCALLY: 'on',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    SANDBOX_CARRIERS: 'on',
    ...options.env,
  });
  const clock = options.clock ?? options.beside?.clock ?? new TestClock();
  const adapters = options.adapters ?? quickSandboxes();
  const overrides = { clock, adapters, passwords: cheapPasswords, ...(options.log && { log: options.log }) };
  const { deps, close } = await openDeps(config, databaseUrl, overrides);
  const background = options.background === false ? null : startBackground(deps);
  const app = createApp(deps).listen({ hostname: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${app.server?.port}`;
  const stop = async () => {
    await deps.bus.stop();
    await app.stop(true);
    await background?.stop();
    await close();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    deps,
    clock,
    url,
    databaseUrl,
    fetch: async (path, init) => {
      const response = await fetch(url + path, { redirect: 'manual', ...init });
      await checkAnswer(init?.method ?? 'GET', path, response);
      return response;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
