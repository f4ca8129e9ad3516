import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCopy, type Place } from './place.ts';
import { ALIVE } from './alive.ts';
import { mutantsOf } from './make.ts';
import { type Mutant, shown } from './mutant.ts';
import { Notes } from './notes.ts';
import { sourcesOfRooms } from './rooms.ts';
import { chosen } from './sample.ts';
import { testsOf } from './tests.ts';
import { tryOne } from './try.ts';
import { checkTypes } from './types.ts';
import { unexpected, type Verdict } from './verdicts.ts';

/**
 * `bun run mutants` changes the code of money, messages, calls, events and callers in small ways that nobody thought
 * of, one at a time in a copy of the tree, and says which changes no test notices. It fails if one lives that is not
 * in `alive.ts`.
 *
 * - `--types`: tells those that the type checker refuses, which are not tried afterwards.
 * - `--sample 120`: how many, chosen by MUTANTS_SEED.
 * - `--path apply-changes`: files or ids with these beginnings. May be repeated.
 * - `--part 2/5`: the second fifth of them.
 * - `--minutes 3`: begins none after this time. What was tried stands in the folder of `--notes` and is not tried
 *   again, so that a long run can be ended and goes on; `--again` tries those again that lived.
 * - `--list` only prints them.
 *
 * Stryker was looked at: its project has no runner for Bun's tests, its command runner runs one command for every mutant, which
 * here would be all tests, and of a statement in SQL, where most conditions stand, it only makes an empty text.
 */
/** How many test files a mutant meets; one that lived and is tried again meets all that should notice. */
const FILES = 8;
const ROOT = join(import.meta.dir, '..', '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      types: { type: 'boolean', default: false },
      sample: { type: 'string', default: '60' },
      path: { type: 'string', multiple: true, default: [] },
      part: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: '600' },
      notes: { type: 'string', default: join(ROOT, 'test-results', 'mutants') },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const until = performance.now() + Number(values.minutes) * 60_000;
  const notes = new Notes(values.notes);
  const seed = process.env.MUTANTS_SEED ?? '1';
  const everything = sourcesOfRooms().flatMap(mutantsOf);
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const mutants = chosen(everything, { seed, sample: Number(values.sample), paths: values.path })
    .filter(({ id }) => !ALIVE[id]?.equal)
    .filter((_mutant, index) => index % parts === part - 1);
  console.log(`MUTANTS_SEED=${seed}: ${mutants.length} of ${everything.length} mutants`);
  if (values.list) {
    for (const mutant of mutants) console.log(`${mutant.id} ${shown(mutant)}`);
    return 0;
  }
  const tried = await notes.verdicts();
  await inCopy(ROOT, (place) => {
    if (!values.types) return tryAll(place, mutants, { until, notes, again: values.again });
    return checkTypes(
      place,
      mutants.filter(({ id }) => !tried.has(id)),
      (verdict) => notes.add(verdict),
    );
  });
  const known = await notes.verdicts();
  const told = mutants.flatMap(({ id }) => known.get(id) ?? []);
  const count = (kind: Verdict['kind']) => told.filter((each) => each.kind === kind).length;
  console.log(
    `${count('caught')} caught, ${count('alive')} alive, ${mutants.length - told.length} not tried`,
  );
  const against = unexpected(mutants, told);
  for (const line of [...against, ...goneOf(everything)]) console.log(line);
  return against.length > 0 ? 1 : 0;
}

/** Lists the entries of `alive.ts` about lines that have changed since. */
function goneOf(everything: readonly Mutant[]): string[] {
  const there = new Set(everything.map(({ id }) => id));
  return Object.entries(ALIVE)
    .filter(([id]) => !there.has(id))
    .map(([id, { what }]) => `no longer there, take it out of alive.ts: ${id} ${what}`);
}

interface Bounds {
  until: number;
  notes: Notes;
  /** Those that lived are tried again. */
  again: boolean;
}

/** Tries those of which the notes say nothing, until the time is over. */
async function tryAll(place: Place, mutants: readonly Mutant[], bounds: Bounds): Promise<void> {
  const { until, notes, again } = bounds;
  const atFirst = await notes.verdicts();
  const sound = await notes.sound();
  for (const mutant of mutants) {
    const isAgain = again && atFirst.get(mutant.id)?.kind === 'alive';
    // Another run may have tried it meanwhile: several can share the work.
    if (!isAgain && (await notes.verdicts()).has(mutant.id)) continue;
    if (performance.now() > until) break;
    const files = testsOf(mutant.file).slice(0, again ? undefined : FILES);
    const started = performance.now();
    const verdict = await tryOne(place, { mutant, files }, sound);
    await notes.add(verdict);
    await notes.keepSound(sound);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${verdict.kind.padEnd(6)}  ${mutant.id} ${shown(mutant)}  (${verdict.by}) in ${seconds} s`);
  }
}

process.exitCode = await main();
