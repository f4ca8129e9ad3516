import { firstFailed, type Place, type Run, runTests, withText } from './place.ts';
import { applied, type Mutant } from './mutant.ts';
import { patternOf, type Step, together } from './plan.ts';
import type { Verdict } from './verdicts.ts';

/** How much longer than without a mutant tests may take before they are ended: a machine may be busy. */
const SLOWER = 6;
const LEAST_MS = 40_000;
/** What a test says that has waited in vain: on a busy machine it may say so of sound code too. */
const WAITED = /timed out after|not within \d+ ms|does not end/;

/** A test has got another name since it was recorded. */
const NONE = /matched 0 tests/;

/** Tests that were seen to pass by themselves, without a mutant. */
export type Sound = Set<string>;

/** Tries a mutant with tests that come by it, until one fails that passes without it. */
export async function tryOne(
  place: Place,
  { mutant, steps }: { mutant: Mutant; steps: readonly Step[] },
  sound: Sound,
): Promise<Verdict> {
  const { id, file } = mutant;
  if (steps.length === 0) return { id, kind: 'alive', by: 'no test comes by' };
  const doubtful: string[] = [];
  for (const some of together(steps)) {
    const run = await withText(place, { file, change: (text) => applied(text, mutant) }, () =>
      runSteps(place, some),
    );
    if (run.code === 0) continue;
    const failed = failedIn(run, some);
    if (!failed && NONE.test(run.output)) continue;
    if (!failed) return { id, kind: 'broken', by: run.output.trim().split('\n').at(-1)?.slice(0, 200) ?? '' };
    const by = `${failed.file}: ${failed.name}`;
    if (await isSound(place, failed, { run, sound, some })) return { id, kind: 'caught', by };
    doubtful.push(by);
  }
  const unsound = doubtful.length > 0 ? `; fails without it too: ${doubtful.join(', ')}` : '';
  return { id, kind: 'alive', by: `${steps.length} test files${unsound}` };
}

function runSteps(place: Place, steps: readonly Step[]): Promise<Run> {
  const pattern = patternOf(steps);
  return runTests(
    place,
    steps.map(({ file }) => file),
    {
      limitMs: Math.round(LEAST_MS + SLOWER * steps.reduce((sum, { ms }) => sum + ms, 0)),
      options: pattern === undefined ? [] : ['-t', pattern],
    },
  );
}

interface Failed {
  file: string;
  name: string;
}

/** The first test that failed, or the file in which one did not end. */
function failedIn({ output, code }: Run, steps: readonly Step[]): Failed | undefined {
  const headings = [...output.matchAll(/^tests\/(\S+)\.test\.ts:$/gm)];
  const name = firstFailed(output);
  const at = name === undefined ? output.length : output.search(/^\(fail\)/m);
  const heading = headings.findLast(({ index }) => index < at)?.[1];
  const file = heading ?? steps[0]?.file ?? '';
  if (name !== undefined) return { file, name };
  return code === 137 ? { file, name: 'does not end' } : undefined;
}

/** Whether what failed passes without the mutant: by itself, and now, if it had waited in vain. */
async function isSound(
  place: Place,
  { file, name }: Failed,
  { run, sound, some }: { run: Run; sound: Sound; some: readonly Step[] },
): Promise<boolean> {
  const key = `${file}: ${name}`;
  const waited = WAITED.test(run.output) || name === 'does not end';
  if (sound.has(key) && !waited) return true;
  // A title of several lines is shown by its first one only; of hooks and of what did not end, no title is known.
  const titles = some.flatMap((step) => (step.file === file ? step.names : []));
  const names = titles.filter((title) => title === name.split(' > ').at(-1));
  const { code } = await runSteps(place, [{ file, names, ms: 5000 }]);
  if (code === 0) sound.add(key);
  return code === 0;
}
