import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../kit/test-server.ts';
import { type Outcome, section, workSoFar } from './run.ts';
import { addSeconds, nothing, readJunit, readPlaywright, type Tally } from './tally.ts';
import { MOMENTS, TIME_TESTS } from './time.ts';
import { provideTools } from './tools.ts';

/**
 * Everything that must hold, by one command: build, types, format, lint, dead code, unit and API tests, the
 * tests of time at other moments, browser tests. Each static check counts as one test, and so does each tool
 * that is missing. Ends with `N passed, N failed`.
 */
const BUN = process.execPath;

/** As `bun run test` and the preload give one file that runs alone. */
const TEST_MS = 30_000;
/** Fewer tests than these of a group are a failure: a pattern that finds nothing passes nothing. */
const AT_LEAST = { unit: 4400, time: 900, browser: 105 } as const;
/** Many tests wait for something: with a process for each of two processors these stood idle for much of the time. */
const WORKERS = 3;
/** More tests than this that needed a second attempt are a failure. */
const MOST_FLAKY = 2;

/** So many of the slowest files are named. */
const SLOWEST = 10;

const total = nothing();
const notes: string[] = [];

async function check(): Promise<void> {
  const started = performance.now();
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
  console.log(`\n${seconds} s, ${workSoFar().toFixed(0)} s of work`);
  const slowest = [...total.seconds].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  for (const [file, most] of slowest) console.log(`${most.toFixed(1)} s  ${file}`);
  console.log(`flaky: ${total.flaky.length}${total.flaky.map((name) => `\n  ${name}`).join('')}`);
  for (const note of notes) console.log(`FAILED: ${note}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

function fault(note: string): void {
  total.failed++;
  notes.push(note);
}

/** They change nothing and need no server, so they run beside the tests. */
async function staticChecks(): Promise<void> {
  await staticCheck('types', [BUN, 'check', '--no-script']);
  await staticCheck('format', [BUN, 'fmt', '--check', ...FORMATTED]);
  await staticCheck('lint', [BUN, 'x', 'oxlint', '--type-aware', '--deny-warnings', ...SOURCES]);
  await staticCheck('dead code', [BUN, 'x', 'knip']);
}

const SOURCES = ['src', 'web', 'db', 'tests', 'drizzle.config.ts'];
/** What people write; migrations are written by a tool. */
const FORMATTED = ['{src,web,db,tests}/**/*.{ts,tsx,mjs,css}', '*.ts'];

async function staticCheck(name: string, command: readonly string[]): Promise<void> {
  const { code } = await section(name, command, { quietly: true });
  if (code === 0) total.passed++;
  else fault(name);
}

/** All kinds of test share one PostgreSQL server. */
async function tests(folder: string, seed: string): Promise<void> {
  const server = await startTestServer();
  const env = { TEST_DATABASE_URL: server.url, TEST_SEED: seed };
  try {
    const [unit] = await Promise.all([unitTests('unit and API tests', folder, [], env), staticChecks()]);
    count('unit', unit);
    count('time', await timeTests(folder, env));
    count('browser', await browserTests(folder, env));
  } finally {
    await server.stop();
  }
}

/** All moments at once, each in one process: one after the other left half of two processors idle. */
async function timeTests(folder: string, env: Record<string, string>): Promise<Tally> {
  const moments = await Promise.all(
    MOMENTS.map((moment) => {
      const name = `tests of time, ${moment.TEST_NOW}, ${moment.TZ}`;
      return unitTests(name, folder, TIME_TESTS, { ...env, ...moment }, { quietly: true, workers: 1 });
    }),
  );
  const all = nothing();
  for (const tally of moments) add(all, tally);
  return all;
}

async function unitTests(
  name: string,
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
  { quietly = false, workers = WORKERS } = {},
): Promise<Tally> {
  const report = join(folder, `${Bun.hash(name)}.xml`);
  const options = [
    `--parallel=${workers}`,
    '--no-isolate',
    '--only-failures',
    `--timeout=${TEST_MS}`,
    '--reporter=junit',
  ];
  const outcome = await section(name, [BUN, 'test', ...options, `--reporter-outfile=${report}`, ...files], {
    env,
    quietly,
  });
  return named(outcome, await readJunit(report));
}

async function browserTests(folder: string, env: Record<string, string>): Promise<Tally> {
  const report = join(folder, 'browser.json');
  const command = [BUN, 'x', '--bun', 'playwright', 'test', '-c', 'tests/e2e/playwright.config.ts'];
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

function add(to: Tally, { passed, failed, flaky, seconds }: Tally): void {
  to.passed += passed;
  to.failed += failed;
  to.flaky.push(...flaky);
  for (const [file, more] of seconds) addSeconds(to, file, more);
}

await check();
