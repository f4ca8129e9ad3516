import { firstFailed, type Place, type Run, runTests, withText } from './place.ts';
import { applied, type Mutant } from './mutant.ts';
import type { Verdict } from './verdicts.ts';

/** How long tests may take before they are ended: a machine may be busy. */
const LEAST_MS = 40_000;
const EACH_MS = 30_000;
/** The words of a test that has waited in vain: on a busy machine it may say so of sound code too. */
const WAITED = /timed out after|not within \d+ ms|does not end/;

/** Tests that were seen to pass by themselves, without a mutant. */
export type Sound = Set<string>;

/** Tries a mutant with test files, until a test fails that passes without it. */
export async function tryOne(
  place: Place,
  { mutant, files }: { mutant: Mutant; files: readonly string[] },
  sound: Sound,
): Promise<Verdict> {
  const { id, file } = mutant;
  const doubtful: string[] = [];
  for (const some of together(files)) {
    const run = await withText(place, { file, change: (text) => applied(text, mutant) }, () =>
      runFiles(place, some),
    );
    if (run.code === 0) continue;
    const failed = failedIn(run, some);
    if (!failed) return { id, kind: 'broken', by: run.output.trim().split('\n').at(-1)?.slice(0, 200) ?? '' };
    const by = `${failed.file}: ${failed.name}`;
    if (await isSound(place, failed, { run, sound })) return { id, kind: 'caught', by };
    doubtful.push(by);
  }
  const unsound = doubtful.length > 0 ? `; fails without it too: ${doubtful.join(', ')}` : '';
  return { id, kind: 'alive', by: `${files.length} test files${unsound}` };
}

/** Files that one process runs together: few at first, because the first mostly notice. */
const together = (files: readonly string[]): string[][] =>
  [files.slice(0, 1), files.slice(1, 4), files.slice(4)].filter((some) => some.length > 0);

const runFiles = (place: Place, files: readonly string[]): Promise<Run> =>
  runTests(place, files, { limitMs: LEAST_MS + EACH_MS * files.length });

interface Failed {
  file: string;
  name: string;
}

/** The first test that failed, or the file in which one did not end. */
function failedIn({ output, code }: Run, files: readonly string[]): Failed | undefined {
  const headings = [...output.matchAll(/^tests\/(\S+)\.test\.ts:$/gm)];
  const name = firstFailed(output);
  const at = name === undefined ? output.length : output.search(/^\(fail\)/m);
  const heading = headings.findLast(({ index }) => index < at)?.[1];
  const file = heading ?? files[0] ?? '';
  if (name !== undefined) return { file, name };
  return code === 137 ? { file, name: 'does not end' } : undefined;
}

/** Tells whether what failed passes without the mutant: by itself, and now, if it had waited in vain. */
async function isSound(
  place: Place,
  { file, name }: Failed,
  { run, sound }: { run: Run; sound: Sound },
): Promise<boolean> {
  const key = `${file}: ${name}`;
  const waited = WAITED.test(run.output) || name === 'does not end';
  if (sound.has(key) && !waited) return true;
  const { code } = await runFiles(place, [file]);
  if (code === 0) sound.add(key);
  return code === 0;
}
