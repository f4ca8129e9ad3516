import { join } from 'node:path';
import { z } from 'zod';
import { type Place, runTests } from './place.ts';
import type { Source } from '../rules/sources.ts';
import { mutantsOf } from './make.ts';
import { marked, type Spot, spotOf } from './spots.ts';

const test = z.object({ name: z.string(), ms: z.number(), spots: z.array(z.string()) });
/** What one test file comes by: in all, before its first test, and in each of its tests. */
const fileReach = z.object({ ms: z.number(), before: z.array(z.string()), tests: z.array(test) });

/** By which spots the tests come, by their file below `tests` and without its ending. */
export const reaches = z.record(z.string(), fileReach);
export type Reaches = z.infer<typeof reaches>;
type FileReach = z.infer<typeof fileReach>;

const recorded = z.object({ before: z.array(z.string()), tests: z.array(z.array(z.string())) });

/** Marks all spots of a copy's sources. */
export async function markAll({ tree }: Place, sources: readonly Source[]): Promise<void> {
  for (const source of sources) {
    const spots = new Map<number, Spot>();
    for (const mutant of mutantsOf(source)) {
      const spot = spotOf(source, mutant);
      if (spot) spots.set(spot.start, spot);
    }
    await Bun.write(join(tree, source.path), marked(source, [...spots.values()]));
  }
}

/** Runs a test file of a marked copy; undefined where it fails there. */
export async function recordOne(place: Place, file: string, limitMs: number): Promise<FileReach | undefined> {
  const into = join(place.folder, 'reached.json');
  const report = join(place.folder, 'junit.xml');
  const { code, ms } = await runTests(place, [file], {
    limitMs,
    env: { MUTANTS_REACHED: into },
    options: ['--preload=./tests/mutants/recorder.ts', '--reporter=junit', `--reporter-outfile=${report}`],
  });
  if (code !== 0) return undefined;
  const { before, tests } = recorded.parse(await Bun.file(into).json());
  const named = namesIn(await Bun.file(report).text());
  // Otherwise it is unknown which test came by what.
  if (named.length !== tests.length)
    return { ms, before: [...new Set([...before, ...tests.flat()])], tests: [] };
  return { ms, before, tests: named.map((each, index) => ({ ...each, spots: tests[index] ?? [] })) };
}

/** Names and times of the tests that ran, in their order. */
function namesIn(report: string): { name: string; ms: number }[] {
  return [...report.matchAll(/<testcase ([^>]*?)(\/>|>\s*(<skipped)?)/g)]
    .filter(([, , , skipped]) => !skipped)
    .map(([, fields = '']) => ({
      name: decoded(field(fields, 'name')),
      ms: Math.round(Number(field(fields, 'time')) * 1000),
    }));
}

const field = (fields: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(fields)?.[1] ?? '';

const decoded = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, '&');

/** Test files below a tree, as `reaches` names them. */
export const testFilesOf = (tree: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: join(tree, 'tests') })])
    .map((path) => path.replace(/\.test\.ts$/, ''))
    .toSorted();
