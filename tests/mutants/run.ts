import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCopy, type Place } from './place.ts';
import { ALIVE } from './alive.ts';
import { mutantsOf } from './make.ts';
import { type Mutant, shown } from './mutant.ts';
import { Notes } from './notes.ts';
import { planFor } from './plan.ts';
import { recordAll } from './record.ts';
import { ROOM_NAMES, roomOf, sourcesOfRooms } from './rooms.ts';
import { chosen } from './sample.ts';
import { shareOfAll } from './share.ts';
import { tryOne } from './try.ts';
import { checkTypes } from './types.ts';
import { type Baseline, baseline, complaints, type Shares, sharesOf, type Verdict } from './verdicts.ts';

/**
 * `bun run mutants` changes the code of money, messages, calls, events and callers in small ways that nobody thought
 * of, one at a time in a copy of the tree, and says which changes no test notices. It fails if one lives that is not
 * in `alive.ts`, or if a smaller share than in `baseline.json` is caught.
 *
 * - `--record`: first run this once, so that each mutant meets only the tests that come by it.
 * - `--types`: tells those that the type checker refuses, which do not count.
 * - `--sample 120`: how many, chosen by MUTANTS_SEED. Without it, those of `baseline.json` and `alive.ts`.
 * - `--path apply-changes`: files or ids with these beginnings. May be repeated.
 * - `--part 2/5`: the second fifth of them.
 * - `--minutes 3`: begins none after this time. What was tried stands in the folder of `--notes` and is not tried
 *   again, so that a long run can be ended and goes on; `--again` tries those again that lived.
 * - `--list` only prints them. `--write` writes the baseline, of those tried so far.
 *
 * Stryker was looked at: its project has no runner for Bun's tests, its command runner runs one command for every mutant, which
 * here would be all tests, and of a statement in SQL, where most conditions stand, it only makes an empty text.
 */
const BASELINE = join(import.meta.dir, 'baseline.json');
const ROOT = join(import.meta.dir, '..', '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      record: { type: 'boolean', default: false },
      types: { type: 'boolean', default: false },
      sample: { type: 'string' },
      path: { type: 'string', multiple: true, default: [] },
      part: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: '600' },
      notes: { type: 'string', default: join(ROOT, 'test-results', 'mutants') },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const until = performance.now() + Number(values.minutes) * 60_000;
  const notes = new Notes(values.notes);
  if (values.record) {
    await recordAll(ROOT, notes, until);
    return 0;
  }
  const before = baseline.parse(await Bun.file(BASELINE).json());
  const seed = process.env.MUTANTS_SEED ?? before.seed;
  const everything = sourcesOfRooms().flatMap(mutantsOf);
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const isOfBaseline = values.sample === undefined && values.path.length === 0;
  const sample = isOfBaseline ? Infinity : Number(values.sample ?? everything.length);
  const refused = new Set(values.types ? [] : before.refused);
  const mutants = chosen(everything, { seed, sample, paths: values.path })
    .filter(({ id }) => !ALIVE[id]?.equal && !refused.has(id))
    .filter(({ id }) => !isOfBaseline || before.by[id] !== undefined || ALIVE[id] !== undefined)
    .filter((_mutant, index) => index % parts === part - 1);
  console.log(`MUTANTS_SEED=${seed}: ${mutants.length} of ${everything.length} mutants`);
  if (values.list) {
    for (const mutant of mutants) console.log(`${mutant.id} ${shown(mutant)}`);
    return 0;
  }
  const tried = await notes.verdicts();
  await inCopy(ROOT, (place) => {
    if (!values.types) return tryAll(place, mutants, { until, notes, before, again: values.again });
    return checkTypes(
      place,
      mutants.filter(({ id }) => !tried.has(id)),
      (verdict) => notes.add(verdict),
    );
  });
  const known = await notes.verdicts();
  const told = mutants.flatMap(({ id }) => known.get(id) ?? []);
  if (values.write) await writeBaseline({ ...before, seed }, mutants, known);
  const isWhole = told.length === mutants.length && parts === 1 && isOfBaseline;
  const against = complaints(mutants, told, isWhole ? before : { rooms: {} });
  report(sharesOf(mutants, told), everything, mutants.length - told.length);
  for (const line of [...against, ...goneOf(everything)]) console.log(line);
  return against.length > 0 ? 1 : 0;
}

async function writeBaseline(
  { seed, refused: before }: Baseline,
  mutants: readonly Mutant[],
  known: ReadonlyMap<string, Verdict>,
): Promise<void> {
  const told = mutants.flatMap(({ id }) => known.get(id) ?? []);
  const by = Object.fromEntries(
    told.filter(({ kind }) => kind === 'caught').map((each) => [each.id, each.by]),
  );
  const refused = [...before, ...told.filter(({ kind }) => kind === 'broken').map(({ id }) => id)];
  const written: Baseline = { seed, rooms: sharesOf(mutants, told), by, refused };
  await Bun.write(BASELINE, `${JSON.stringify(written, null, 2)}\n`);
}

function report(shares: Shares, everything: readonly Mutant[], left: number): void {
  console.log('');
  for (const [room, { tried, caught }] of Object.entries(shares))
    console.log(`${room}: ${caught} of ${tried}`);
  const sizes = Object.fromEntries(
    ROOM_NAMES.map((room) => [room, everything.filter(({ file }) => roomOf(file) === room).length]),
  );
  const { share, from, to } = shareOfAll(shares, sizes);
  const [percent, low, high] = [share, from, to].map((each) => (each * 100).toFixed(1));
  console.log(`of all ${everything.length}, ${percent} % would be caught (95 %: ${low} to ${high})`);
  if (left > 0) console.log(`${left} are left`);
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
  notes: Notes;
  before: Baseline;
  /** Whether those that lived are tried again. */
  again: boolean;
}

/** Tries those of which the notes say nothing, until the time is over. */
async function tryAll(place: Place, mutants: readonly Mutant[], bounds: Bounds): Promise<void> {
  const { until, notes, before, again } = bounds;
  const atFirst = await notes.verdicts();
  const [reaches, sound] = [await notes.reaches(), await notes.sound()];
  const sources = new Map(sourcesOfRooms().map((source) => [source.path, source]));
  for (const mutant of mutants) {
    const source = sources.get(mutant.file);
    const isAgain = again && atFirst.get(mutant.id)?.kind === 'alive';
    // Another run may have tried it meanwhile: several can share the work.
    if (!source || (!isAgain && (await notes.verdicts()).has(mutant.id))) continue;
    if (performance.now() > until) break;
    const steps = planFor(source, mutant, { reaches, by: before.by[mutant.id], again });
    const started = performance.now();
    const verdict = await tryOne(place, { mutant, steps }, sound);
    await notes.add(verdict);
    await notes.keepSound(sound);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${verdict.kind.padEnd(6)}  ${mutant.id} ${shown(mutant)}  (${verdict.by}) in ${seconds} s`);
  }
}

process.exitCode = await main();
