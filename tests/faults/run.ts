import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '../kit/test-server.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './list.ts';
import { copyTree } from './scratch.ts';
import { pathOf, staleOnes } from './stale.ts';

/**
 * `bun run faults [words]` puts each fault into a copy of the tree, runs the tests that should notice it, and
 * says which faults are alive. With words only those whose name or file has one of them; `--tree` takes another
 * working tree, to see what older tests noticed; `--known-sound` does not run the tests without a fault first;
 * `--part 2/5` takes the second fifth of them.
 */
const TEST_MS = 30_000;
/** A fault may make a test hang; by then some test of it has failed. */
const RUN_MS = 10 * 60_000;

type Verdict = { kind: 'caught'; by: string } | { kind: 'alive' } | { kind: 'broken'; why: string };

interface Run {
  code: number;
  output: string;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      tree: { type: 'string', default: join(import.meta.dir, '..', '..') },
      'known-sound': { type: 'boolean', default: false },
      part: { type: 'string', default: '1/1' },
    },
    allowPositionals: true,
  });
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const chosen = FAULTS.filter(
    ({ name, file }) =>
      positionals.length === 0 || positionals.some((word) => `${name} ${file}`.includes(word)),
  ).filter((_fault, index) => index % parts === part - 1);
  if (chosen.length === 0) throw new Error('there is no such fault');
  const folder = await mkdtemp(join(tmpdir(), 'topline-faults-'));
  const tree = join(folder, 'tree');
  await copyTree(resolve(values.tree), tree);
  const server = await startTestServer();
  try {
    process.exitCode = await tryAll(tree, server.url, chosen, values['known-sound']);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryAll(
  tree: string,
  databaseUrl: string,
  faults: readonly Fault[],
  knownSound: boolean,
): Promise<number> {
  const stale = await staleOnes(tree, faults);
  for (const line of stale) console.error(`stale: ${line}`);
  if (stale.length > 0) return 2;
  const all = [...new Set(faults.flatMap(({ tests }) => tests))];
  const sound = knownSound ? { code: 0, output: '' } : await runTests(tree, databaseUrl, all, undefined);
  if (sound.code !== 0) {
    console.error(`the tests fail without any fault:\n${sound.output}`);
    return 2;
  }
  const counts = { caught: 0, alive: 0, broken: 0 };
  for (const fault of faults) {
    const verdict = await tryOne(tree, databaseUrl, fault);
    counts[verdict.kind]++;
    const more =
      verdict.kind === 'caught' ? verdict.by : verdict.kind === 'broken' ? verdict.why : fault.file;
    console.log(`${verdict.kind.padEnd(6)}  ${fault.name}  (${more})`);
  }
  console.log(
    `\n${faults.length} faults: ${counts.caught} caught, ${counts.alive} alive, ${counts.broken} broken`,
  );
  return counts.alive + counts.broken > 0 ? 1 : 0;
}

async function tryOne(tree: string, databaseUrl: string, fault: Fault): Promise<Verdict> {
  const file = join(tree, fault.file);
  const sound = await Bun.file(file).text();
  await Bun.write(
    file,
    sound.replace(fault.find, () => fault.put),
  );
  try {
    const { code, output } = await runTests(tree, databaseUrl, fault.tests, fault.env);
    if (code === 0) return { kind: 'alive' };
    const by = /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m.exec(output)?.[1];
    // A fault that no program can be read with shows nothing.
    return by ? { kind: 'caught', by } : { kind: 'broken', why: output.trim().split('\n').at(-1) ?? '' };
  } finally {
    await Bun.write(file, sound);
  }
}

async function runTests(
  tree: string,
  databaseUrl: string,
  tests: readonly string[],
  env: Fault['env'],
): Promise<Run> {
  const written = join(tree, '..', 'output.txt');
  const output = await open(written, 'w');
  const child = Bun.spawn(
    [process.execPath, 'test', '--bail=1', `--timeout=${TEST_MS}`, ...tests.map(pathOf)],
    {
      cwd: tree,
      env: { ...process.env, ...env, TEST_DATABASE_URL: databaseUrl, FORCE_COLOR: '0' },
      // Not a pipe: a program that a test started and left behind would hold it open for ever.
      stdout: output.fd,
      stderr: output.fd,
      timeout: RUN_MS,
      detached: true,
    },
  );
  const code = await child.exited;
  await output.close();
  endGroup(child.pid);
  return { code, output: await Bun.file(written).text() };
}

/** Ends what a run has left behind: where a test fails, those after it do not stop what they had started. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // There is nothing left.
  }
}

await main();
