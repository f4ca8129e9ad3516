import { join, relative } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dir, '..', '..');

/** What came of some tests. */
export interface Tally {
  passed: number;
  failed: number;
  /** Passed at their second attempt. */
  flaky: string[];
  /** How many seconds each file took, its hooks included. */
  seconds: Map<string, number>;
  /** How many seconds of a processor each file took in its own process. */
  work: Map<string, number>;
}

/** Before anything was counted. */
export const nothing = (): Tally => ({
  passed: 0,
  failed: 0,
  flaky: [],
  seconds: new Map(),
  work: new Map(),
});

/** Counts more seconds of a file. */
export const addSeconds = ({ seconds }: Tally, file: string, more: number): unknown =>
  seconds.set(file, (seconds.get(file) ?? 0) + more);

/** Reads JUnit XML as `bun test` writes it; skipped tests have failed. */
export async function readJunit(path: string): Promise<Tally> {
  const file = Bun.file(path);
  if (!(await file.exists())) return nothing();
  const text = await file.text();
  const [head = ''] = /<testsuites[^>]*>/.exec(text) ?? [];
  const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number('failures') + number('errors') + number('skipped');
  const tally: Tally = { ...nothing(), passed: number('tests') - failed, failed };
  // The suites within a file have names of their own, and no time of their hooks.
  for (const [, name = '', time] of text.matchAll(
    /<testsuite name="([^"]+)" file="\1"[^>]* time="([^"]+)"/g,
  )) {
    addSeconds(tally, name, Number(time));
  }
  return tally;
}

/** Reads what `tests/kit/preload.ts` writes of each file: its path and its microseconds. */
export async function readWork(path: string): Promise<Map<string, number>> {
  const file = Bun.file(path);
  const lines = (await file.exists()) ? (await file.text()).split('\n').filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [name = '', microseconds] = line.split('\t');
      return [relative(ROOT, name), Number(microseconds) / 1_000_000];
    }),
  );
}

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      /** Milliseconds of each attempt. */
      results: z.array(z.object({ duration: z.number() })),
    }),
  ),
});
const suite = z.object({
  specs: z.array(spec).default([]),
  get suites() {
    return z.array(suite).default([]);
  },
});
type Suite = z.infer<typeof suite>;

const specsOf = ({ specs, suites }: Suite): z.infer<typeof spec>[] => [...specs, ...suites.flatMap(specsOf)];

/** Reads Playwright's own JSON; skipped and interrupted tests have failed. */
export async function readPlaywright(path: string): Promise<Tally> {
  const file = Bun.file(path);
  if (!(await file.exists())) return nothing();
  const specs = specsOf(suite.parse(await file.json()));
  const isStatus = (status: string) =>
    specs.filter(({ tests }) => tests.some((test) => test.status === status));
  const flaky = isStatus('flaky').map(({ file: where, title }) => `${where} › ${title}`);
  const failed = isStatus('unexpected').length + isStatus('skipped').length;
  const tally: Tally = { ...nothing(), passed: specs.length - failed, failed, flaky };
  for (const { file: where, tests } of specs) {
    for (const { duration } of tests.flatMap(({ results }) => results)) {
      addSeconds(tally, `tests/e2e/${where}`, duration / 1000);
    }
  }
  return tally;
}
