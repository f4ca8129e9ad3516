import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { FAULTS } from './list.ts';
import { firstFailed, inCopy, type Place, runTests, withText } from './place.ts';
import { staleOnes } from './stale.ts';

/**
 * `bun run faults [words]` puts each fault into a copy of the tree, runs the tests that should notice it, and
 * says which faults are alive. With words only those whose name or file has one of them; `--tree` takes another
 * working tree, to see what older tests noticed; `--known-sound` does not run the tests without a fault first;
 * `--part 2/5` takes the second fifth of them.
 */
type Verdict = { kind: 'caught'; by: string } | { kind: 'alive' } | { kind: 'broken'; why: string };

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
  process.exitCode = await inCopy(values.tree, (place) => tryAll(place, chosen, values['known-sound']));
}

async function tryAll(place: Place, faults: readonly Fault[], knownSound: boolean): Promise<number> {
  const stale = await staleOnes(place.tree, faults);
  for (const line of stale) console.error(`stale: ${line}`);
  if (stale.length > 0) return 2;
  const all = [...new Set(faults.flatMap(({ tests }) => tests))];
  const sound = knownSound ? { code: 0, output: '' } : await runTests(place, all);
  if (sound.code !== 0) {
    console.error(`the tests fail without any fault:\n${sound.output}`);
    return 2;
  }
  const counts = { caught: 0, alive: 0, broken: 0 };
  for (const fault of faults) {
    const verdict = await tryOne(place, fault);
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

async function tryOne(place: Place, { file, find, put, tests, env }: Fault): Promise<Verdict> {
  const change = (sound: string) => sound.replace(find, () => put);
  const { code, output } = await withText(place, { file, change }, () => runTests(place, tests, { env }));
  if (code === 0) return { kind: 'alive' };
  const by = firstFailed(output);
  // A fault that no program can be read with shows nothing.
  return by ? { kind: 'caught', by } : { kind: 'broken', why: output.trim().split('\n').at(-1) ?? '' };
}

await main();
