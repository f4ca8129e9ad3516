import { cp, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt } from '../kit/built.ts';
import { startTestServer } from '../kit/test-server.ts';
import { copyTree } from './scratch.ts';

const ROOT = join(import.meta.dir, '..', '..');
const TEST_MS = 30_000;
/** A fault may make a test hang; by then some test of it has failed. */
const RUN_MS = 10 * 60_000;

/** A copy of a working tree, and a PostgreSQL server for its tests. */
export interface Place {
  folder: string;
  tree: string;
  databaseUrl: string;
}

/** The words of tests, and their end. */
export interface Run {
  code: number;
  output: string;
  ms: number;
}

/** Does something in a copy of a working tree, which is removed afterwards. */
export async function inCopy<Result>(from: string, act: (place: Place) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-faults-'));
  const tree = join(folder, 'tree');
  await copyTree(resolve(from), tree);
  if (resolve(from) === ROOT) await copyBuild(tree);
  const server = await startTestServer();
  try {
    return await act({ folder, tree, databaseUrl: server.url });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The application as it is built here, newer than the copied sources: otherwise each copy would build it. */
async function copyBuild(tree: string): Promise<void> {
  ensureBuilt();
  await cp(join(ROOT, 'dist'), join(tree, 'dist'), { recursive: true });
}

/** Does something while a file of the copy has another text. */
export async function withText<Result>(
  { tree }: Place,
  { file, change }: { file: string; change: (sound: string) => string },
  act: () => Promise<Result>,
): Promise<Result> {
  const path = join(tree, file);
  const sound = await Bun.file(path).text();
  await Bun.write(path, change(sound));
  try {
    return await act();
  } finally {
    await Bun.write(path, sound);
  }
}

/** How tests are run. */
export interface Manner {
  env?: Readonly<Record<string, string>> | undefined;
  limitMs?: number;
  /** More options of `bun test`. */
  options?: readonly string[];
}

/** Runs test files of the copy, or one of the browser's, until the first test that fails. */
export async function runTests(
  { folder, tree, databaseUrl }: Place,
  tests: readonly string[],
  { env, limitMs = RUN_MS, options = [] }: Manner = {},
): Promise<Run> {
  const written = join(folder, 'output.txt');
  const output = await open(written, 'w');
  const started = performance.now();
  const command = tests.some(isOfBrowser)
    ? [...PLAYWRIGHT, ...tests.map(pathOf)]
    : ['test', '--bail=1', `--timeout=${TEST_MS}`, ...options, ...tests.map(pathOf)];
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: tree,
    env: { ...process.env, ...env, TEST_DATABASE_URL: databaseUrl, FORCE_COLOR: '0' },
    // Not a pipe: a program that a test started and left behind would hold it open for ever.
    stdout: output.fd,
    stderr: output.fd,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    detached: true,
  });
  const code = await child.exited;
  await output.close();
  endGroup(child.pid);
  return { code, output: await Bun.file(written).text(), ms: performance.now() - started };
}

/** Ends what a run has left behind: where a test fails, those after it do not stop what they had started. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // There is nothing left.
  }
}

/** The first test that failed; Playwright lists those that failed at the end, each with its place. */
export const firstFailed = (output: string): string | undefined =>
  (/^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m.exec(output) ?? /^ +\S+\.e2e\.ts:\S+ › (.+?) *$/m.exec(output))?.[1];

const PLAYWRIGHT = ['x', '--bun', 'playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', '--retries=0', '-x'];
const isOfBrowser = (test: string): boolean => test.startsWith('e2e/');

/** The file of a test by its short name. */
export const pathOf = (test: string): string => `tests/${test}.${isOfBrowser(test) ? 'e2e' : 'test'}.ts`;
