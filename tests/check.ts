import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';
import { findBrowser } from './kit/browser.ts';

/**
 * Everything that must hold, by one command: build, types, format, lint, dead code, unit and API tests,
 * browser tests. Each static check counts as one test. Ends with `N passed, N failed`.
 */
const ROOT = join(import.meta.dir, '..');
const BUN = process.execPath;

interface Tally {
  passed: number;
  failed: number;
}

interface Outcome {
  code: number;
  output: string;
}

const total: Tally = { passed: 0, failed: 0 };

async function check(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-check-'));
  try {
    await provideBrowser();
    await staticChecks();
    await tests(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

async function provideBrowser(): Promise<void> {
  if (findBrowser()) return;
  const isDebian = await Bun.file('/etc/debian_version').exists();
  if (process.getuid?.() === 0 && isDebian) {
    await section('browser', ['apt-get', 'update', '-qq']);
    await section('browser', ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  } else {
    await section('browser', [BUN, 'x', 'playwright', 'install', 'chromium']);
  }
}

async function staticChecks(): Promise<void> {
  const steps: [string, string[]][] = [
    ['build', [BUN, 'web/build.ts']],
    ['types', [BUN, 'check', '--no-script']],
    ['format', [BUN, 'fmt', '--check', ...FORMATTED]],
    ['lint', [BUN, 'x', 'oxlint', '--type-aware', '--deny-warnings', ...SOURCES]],
    ['dead code', [BUN, 'x', 'knip']],
  ];
  for (const [name, command] of steps) {
    const { code } = await section(name, command);
    if (code === 0) total.passed++;
    else total.failed++;
  }
}

const SOURCES = ['src', 'web', 'db', 'tests', 'drizzle.config.ts'];
/** What people write; migrations are written by a tool. */
const FORMATTED = ['{src,web,db,tests}/**/*.{ts,tsx,mjs,css}', '*.ts'];

/** Both kinds of test share one PostgreSQL server; nothing on it has to survive. */
async function tests(folder: string): Promise<void> {
  const server = await startEmbedded(join(folder, 'database'), {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  try {
    const env = { TEST_DATABASE_URL: server.url };
    const report = join(folder, 'unit.xml');
    const unit = await section(
      'unit and API tests',
      [BUN, 'test', '--parallel=2', '--only-failures', '--reporter=junit', `--reporter-outfile=${report}`],
      env,
    );
    count(unit, await unitTally(report));
    const command = [BUN, 'x', '--bun', 'playwright', 'test', '-c', 'tests/e2e/playwright.config.ts'];
    const browser = await section('browser tests', command, env);
    count(browser, browserTally(browser.output));
  } finally {
    await server.stop();
  }
}

/** A run that ended badly without naming a failed test counts as one. */
function count({ code }: Outcome, { passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
}

async function unitTally(report: string): Promise<Tally> {
  const xml = await Bun.file(report)
    .text()
    .catch(() => '');
  const [head = ''] = /<testsuites[^>]*>/.exec(xml) ?? [];
  const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  return { passed: number('tests') - failed - number('skipped'), failed: failed + number('skipped') };
}

/** What passed at its second attempt is listed as flaky and has passed; skipped and interrupted tests have not. */
function browserTally(output: string): Tally {
  const number = (word: string) => Number(new RegExp(`^\\s+(\\d+) ${word}\\b`, 'm').exec(output)?.[1] ?? 0);
  const failed = ['failed', 'skipped', 'interrupted', 'did not run'].map(number);
  return {
    passed: number('passed') + number('flaky'),
    failed: failed.reduce((sum, each) => sum + each, 0),
  };
}

/** Runs one command under a heading, passing on what it says. */
async function section(name: string, command: string[], env: Record<string, string> = {}): Promise<Outcome> {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
  const started = performance.now();
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: '0', DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([
    pass(child.stdout, process.stdout),
    pass(child.stderr, process.stdout),
  ]);
  const code = await child.exited;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok' : `FAILED (${code})`} in ${seconds} s`);
  return { code, output: output + errors };
}

async function pass(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of from) {
    text += decoder.decode(chunk, { stream: true });
    to.write(chunk);
  }
  return text;
}

await check();
