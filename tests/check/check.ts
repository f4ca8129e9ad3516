import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Glob } from 'bun';
import { takeOwnFolder } from '../kit/own-folder.ts';
import { startTestServer } from '../kit/test-server.ts';
import { type Outcome, section, workSoFar } from './run.ts';
import {
  addSeconds,
  failedFiles,
  nothing,
  readJunit,
  readPlaywright,
  readWork,
  type Tally,
  withSecondAttempt,
} from './tally.ts';
import { FIRST_BROWSER_TESTS, LONG_TESTS, MOMENTS, TIME_TESTS } from './parts.ts';
import { provideTools } from './tools.ts';

/**
 * `bun run check`: build, types, format, lint, unit and API tests, the first browser tests.
 * `bun run check:all`: dead code, the lint by types, the rest (`parts.ts`), and the tests of time at three moments. Each static check counts as one
 * test, and so does each tool that is missing. Both end with `N passed, N failed`.
 */
const isRest = process.argv[2] === 'rest';
const BUN = process.execPath;

/** `bun run test` and the preload give a file that runs alone the same time. */
const TEST_MS = 30_000;
/** Fewer tests than these of a group are a failure: a pattern that finds nothing passes nothing. */
const AT_LEAST = isRest
  ? ({ unit: 300, time: 900, browser: 80 } as const)
  : ({ unit: 4000, time: 0, browser: 12 } as const);
/** Many tests wait for something: with three processes, two processors stood idle for a fifth of the time. */
const WORKERS = 4;
/** The lint's types are read by a program in Go, which spends a quarter of its time on collecting its garbage by default. */
const LINT_ENV = { GOGC: '400' };
/** More tests, or files of unit tests, than this that needed a second attempt are a failure. */
const MOST_FLAKY = 4;

/** So many of the slowest files are named. */
const SLOWEST = 10;
const total = nothing();
/** The time on a processor of the server that the tests share. */
let postgresSeconds = 0;
const notes: string[] = [];

async function check(): Promise<void> {
  const started = performance.now();
  takeOwnFolder();
  const seed = process.env.TEST_SEED ?? String(crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`TEST_SEED=${seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'topline-check-'));
  try {
    for (const tool of await provideTools()) fault(`${tool} is missing on this machine`);
    await staticCheck('build', [BUN, 'web/build.ts']);
    await tests(folder, seed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (total.flaky.length > MOST_FLAKY) fault(`${total.flaky.length} tests needed a second attempt`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const work = workSoFar() + postgresSeconds;
  console.log(`\n${seconds} s, ${work.toFixed(0)} s of work, ${postgresSeconds.toFixed(0)} s of it by PostgreSQL`);
  console.log(`the longest, and what they cost the processors without PostgreSQL, browsers and other programs:`);
  const slowest = [...total.seconds].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  for (const [file, most] of slowest) console.log(`${most.toFixed(1)} s  ${workOf(file)}  ${file}`);
  console.log('the dearest:');
  const dearest = [...total.work].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  for (const [file] of dearest) console.log(`${workOf(file)}  ${file}`);
  console.log(`flaky: ${total.flaky.length}${total.flaky.map((name) => `\n  ${name}`).join('')}`);
  for (const note of notes) console.log(`FAILED: ${note}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

const workOf = (file: string): string => `${(total.work.get(file) ?? 0).toFixed(1)} s of work`;

function fault(note: string): void {
  total.failed++;
  notes.push(note);
}

/** They change nothing and need no server, so they run beside the tests. */
async function staticChecks(): Promise<void> {
  await staticCheck('types', [BUN, 'check', '--no-script']);
  await staticCheck('format', [BUN, 'fmt', '--check', ...FORMATTED]);
  await staticCheck('lint', [...LINT, ...LINTED]);
}

const LINT = [BUN, 'x', 'oxlint', '--deny-warnings'];
const LINTED = ['src', 'web', 'db', 'drizzle.config.ts', 'tests'];
/** The files that people write; a tool writes migrations. */
const FORMATTED = ['{src,web,db,tests}/**/*.{ts,tsx,mjs,css}', '*.ts'];

async function staticCheck(name: string, command: readonly string[], env = {}): Promise<void> {
  const { code } = await section(name, command, { env, quietly: true });
  if (code === 0) total.passed++;
  else fault(name);
}

/** All kinds of test share one PostgreSQL server. */
async function tests(folder: string, seed: string): Promise<void> {
  const server = await startTestServer();
  const env = { TEST_DATABASE_URL: server.url, TEST_SEED: seed };
  try {
    await (isRest ? theRest(folder, env) : theFirst(folder, env));
  } finally {
    postgresSeconds = await server.work();
    await server.stop();
  }
}

async function theFirst(folder: string, env: Record<string, string>): Promise<void> {
  const ignored = LONG_TESTS.map((pattern) => `--path-ignore-patterns=${pattern}`);
  const [unit] = await Promise.all([unitTests('unit and API tests', folder, ignored, { env }), staticChecks()]);
  count('unit', unit);
  count('browser', await browserTests(folder, FIRST_BROWSER_TESTS, env));
}

async function theRest(folder: string, env: Record<string, string>): Promise<void> {
  const long = LONG_TESTS.map((pattern) => pattern.replace('/**', '/'));
  await staticCheck('dead code', [BUN, 'x', 'knip']);
  await staticCheck('lint by types', [...LINT, '--type-aware', ...LINTED], LINT_ENV);
  count('unit', await unitTests('long tests', folder, long, { env }));
  count('time', await timeTests(folder, env));
  const others = browserFiles().filter((name) => !FIRST_BROWSER_TESTS.includes(name));
  count('browser', await browserTests(folder, others, env));
}

/** The names of the browser tests' files, without their ending. */
const browserFiles = (): string[] =>
  [...new Glob('**/*.e2e.ts').scanSync({ cwd: join(import.meta.dir, '..', 'e2e') })].map((name) =>
    basename(name, '.e2e.ts'),
  );

/** All moments at once, each in one process: one after the other left half of two processors idle. */
async function timeTests(folder: string, env: Record<string, string>): Promise<Tally> {
  const moments = await Promise.all(
    MOMENTS.map((moment) => {
      const name = `tests of time, ${moment.TEST_NOW}, ${moment.TZ}`;
      return unitTests(name, folder, TIME_TESTS, { env: { ...env, ...moment }, quietly: true, workers: 1 });
    }),
  );
  const all = nothing();
  for (const tally of moments) add(all, tally);
  return all;
}

/** @param which paths, or options that leave paths out */
async function unitTests(
  name: string,
  folder: string,
  which: readonly string[],
  { env, quietly = false, workers = WORKERS }: { env: Record<string, string>; quietly?: boolean; workers?: number },
): Promise<Tally> {
  const report = join(folder, `${Bun.hash(name)}.xml`);
  const work = join(folder, `${Bun.hash(name)}.work`);
  const options = [
    `--parallel=${workers}`,
    '--no-isolate',
    '--only-failures',
    `--timeout=${TEST_MS}`,
    '--reporter=junit',
  ];
  const attempt = async (title: string, files: readonly string[]) => {
    const command = [BUN, 'test', ...options, `--reporter-outfile=${report}`, ...files];
    const outcome = await section(title, command, { env: { ...env, TEST_WORK_FILE: work }, quietly });
    return named(outcome, await readJunit(report));
  };
  const first = await attempt(name, which);
  const failed = failedFiles(first);
  // The browser tests have the same rule: what fails twice is broken, and what fails once is named.
  const isWorthIt = failed.length > 0 && failed.length <= MOST_FLAKY;
  const tally = isWorthIt ? withSecondAttempt(first, await attempt(`${name}, again`, failed)) : first;
  return { ...tally, work: await readWork(work) };
}

/** @param names files, without their ending */
async function browserTests(folder: string, names: readonly string[], env: Record<string, string>): Promise<Tally> {
  const report = join(folder, 'browser.json');
  const files = names.map((name) => `/${name}\\.e2e\\.ts`);
  const command = [BUN, 'x', '--bun', 'playwright', 'test', '-c', 'tests/e2e/playwright.config.ts', ...files];
  const outcome = await section('browser tests', [...command, '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return named(outcome, await readPlaywright(report));
}

/** A run that ended badly without naming a failed test counts as one. */
const named = ({ code }: Outcome, tally: Tally): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;

function count(group: keyof typeof AT_LEAST, tally: Tally): void {
  add(total, tally);
  const ran = tally.passed + tally.failed;
  if (ran < AT_LEAST[group]) fault(`only ${ran} of at least ${AT_LEAST[group]} tests of ${group} ran`);
}

function add(to: Tally, { passed, failed, flaky, seconds, work }: Tally): void {
  to.passed += passed;
  to.failed += failed;
  to.flaky.push(...flaky);
  for (const [file, more] of work) to.work.set(file, (to.work.get(file) ?? 0) + more);
  for (const [file, more] of seconds) addSeconds(to, file, more);
}

await check();
