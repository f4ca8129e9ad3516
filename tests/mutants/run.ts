import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstFailed, inCopy, type Place, runTests, withText } from '../faults/place.ts';
import { ALIVE } from './alive.ts';
import { mutantsOf } from './make.ts';
import { applied, type Mutant, shown } from './mutant.ts';
import { sourcesOfRooms } from './rooms.ts';
import { chosen } from './sample.ts';
import { testsOf } from './tests.ts';
import { baseline, complaints, type Shares, sharesOf, type Verdict, verdicts } from './verdicts.ts';

/**
 * `bun run mutants` changes the code of money, messages, calls, events and callers in small ways that nobody thought
 * of, one at a time in a copy of the tree, and says which changes no test notices. It fails if one lives that is not
 * in `alive.ts`, or if a smaller share than in `baseline.json` is caught.
 *
 * - `--sample 120`: how many, chosen by MUTANTS_SEED. Without it, those of `baseline.json`.
 * - `--path apply-changes`: files or ids with these beginnings. May be repeated.
 * - `--part 2/5`: the second fifth of them.
 * - `--minutes 3`: begins none after this time. With `--notes file.json`, what was tried is not tried again: so a
 *   long run can be done in parts, and what lives is compared with the baseline when all are tried.
 * - `--list` only prints them. `--write` writes the baseline.
 *
 * Stryker was looked at: its project has no runner for Bun's tests, its command runner runs one command for every mutant, which
 * here would be all tests, and of a statement in SQL, where most conditions stand, it only makes an empty text.
 */
const BASELINE = join(import.meta.dir, 'baseline.json');
const ROOT = join(import.meta.dir, '..', '..');
/** Longer than any test file takes: then something waits for ever, which also is noticed. */
const RUN_MS = 90_000;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sample: { type: 'string' },
      path: { type: 'string', multiple: true, default: [] },
      part: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: '600' },
      notes: { type: 'string' },
      list: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const until = performance.now() + Number(values.minutes) * 60_000;
  const before = baseline.parse(await Bun.file(BASELINE).json());
  const seed = process.env.MUTANTS_SEED ?? before.seed;
  const sample = Number(values.sample ?? before.sample);
  const everything = sourcesOfRooms().flatMap(mutantsOf);
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const mutants = chosen(everything, { seed, sample, paths: values.path })
    .filter(({ id }) => !ALIVE[id]?.equal)
    .filter((_mutant, index) => index % parts === part - 1);
  console.log(`MUTANTS_SEED=${seed}: ${mutants.length} mutants`);
  if (values.list) {
    for (const mutant of mutants) console.log(`${mutant.id} ${shown(mutant)}`);
    return 0;
  }
  const told = await inCopy(ROOT, (place) => tryAll(place, mutants, { until, notes: values.notes }));
  const shares = sharesOf(mutants, told);
  if (values.write)
    await Bun.write(BASELINE, `${JSON.stringify({ seed, sample, rooms: shares }, null, 2)}\n`);
  const left = mutants.filter(({ id }) => !told.some((each) => each.id === id)).length;
  const isWhole =
    left === 0 && parts === 1 && values.path.length === 0 && sample === before.sample && seed === before.seed;
  const against = complaints(mutants, told, isWhole ? before : { rooms: {} });
  report(shares, left, against);
  for (const line of goneOf(everything)) console.log(line);
  return against.length > 0 ? 1 : 0;
}

function report(shares: Shares, left: number, against: readonly string[]): void {
  console.log('');
  for (const [room, { tried, caught }] of Object.entries(shares))
    console.log(`${room}: ${caught} of ${tried}`);
  if (left > 0) console.log(`${left} are left`);
  for (const line of against) console.log(line);
}

/** What `alive.ts` says of lines that have changed since. */
function goneOf(everything: readonly Mutant[]): string[] {
  const there = new Set(everything.map(({ id }) => id));
  return Object.entries(ALIVE)
    .filter(([id]) => !there.has(id))
    .map(([id, { what }]) => `no longer there, take it out of alive.ts: ${id} ${what}`);
}

interface Bounds {
  until: number;
  notes: string | undefined;
}

/** Tries those of which the notes say nothing, until the time is over, and returns all that is known. */
async function tryAll(
  place: Place,
  mutants: readonly Mutant[],
  { until, notes }: Bounds,
): Promise<Verdict[]> {
  const kept = notes === undefined ? undefined : Bun.file(notes);
  const told: Verdict[] = (await kept?.exists()) ? verdicts.parse(await kept?.json()) : [];
  for (const mutant of mutants) {
    if (told.some(({ id }) => id === mutant.id)) continue;
    if (performance.now() > until) break;
    const verdict = await tryOne(place, mutant, testsOf(mutant.file));
    told.push(verdict);
    console.log(`${verdict.kind.padEnd(6)}  ${mutant.id} ${shown(mutant)}  (${verdict.by})`);
    if (notes !== undefined) await Bun.write(notes, JSON.stringify(told));
  }
  return told;
}

async function tryOne(place: Place, mutant: Mutant, tests: readonly string[]): Promise<Verdict> {
  const { id, file } = mutant;
  if (tests.length === 0) return { id, kind: 'alive', by: 'no test runs this file' };
  const change = (sound: string) => applied(sound, mutant);
  return withText(place, { file, change }, async () => {
    // One after the other: Bun runs files that it gets together in an order of its own.
    for (const test of tests) {
      const { code, output, ms } = await runTests(place, [test], { limitMs: RUN_MS });
      if (code === 0) continue;
      const by = firstFailed(output);
      if (by) return { id, kind: 'caught', by: `${test}: ${by}` };
      if (ms >= RUN_MS) return { id, kind: 'caught', by: `${test} does not end` };
      return { id, kind: 'broken', by: output.trim().split('\n').at(-1) ?? '' };
    }
    return { id, kind: 'alive', by: `${tests.length} test files` };
  });
}

process.exitCode = await main();
