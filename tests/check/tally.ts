import { join, relative } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dir, '..', '..');

export interface Tally {
  passed: number;
  failed: number;
  /** Passed at their second attempt. */
  flaky: string[];
  /** How many tests of each file passed and failed; unit and API tests only. */
  files: Map<string, { passed: number; failed: number }>;
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
  files: new Map(),
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
  for (const [, name = '', all, bad, skipped, time] of text.matchAll(
    /<testsuite name="([^"]+)" file="\1" tests="(\d+)" [^>]*failures="(\d+)" skipped="(\d+)" time="([^"]+)"/g,
  )) {
    addSeconds(tally, name, Number(time));
    const without = Number(bad) + Number(skipped);
    tally.files.set(name, { passed: Number(all) - without, failed: without });
  }
  return tally;
}

/** The files with a test that failed. */
export const failedFiles = ({ files }: Tally): string[] =>
  [...files].filter(([, { failed }]) => failed > 0).map(([name]) => name);

/** The results of the tests when some files were run a second time. A file that passed then is flaky. */
export function withSecondAttempt(first: Tally, second: Tally): Tally {
  const again = [...second.files.keys()].map((name) => first.files.get(name) ?? { passed: 0, failed: 0 });
  const sum = (of: 'passed' | 'failed') => again.reduce((total, counts) => total + counts[of], 0);
  const stillFailed = failedFiles(second);
  return {
    ...first,
    passed: first.passed - sum('passed') + second.passed,
    failed: first.failed - sum('failed') + second.failed,
    flaky: [...first.flaky, ...[...second.files.keys()].filter((name) => !stillFailed.includes(name))],
    files: new Map([...first.files, ...second.files]),
  };
}

/** Reads what `tests/kit/preload.ts` writes of each file: its path and its microseconds. */
export async function readWork(path: string): Promise<Map<string, number>> {
  const file = Bun.file(path);
  const lines = (await file.exists()) ? (await file.text()).split('\n').filter(Boolean) : [];
  const work = new Map<string, number>();
  for (const line of lines) {
    const [path = '', microseconds] = line.split('\t');
    const name = relative(ROOT, path);
    work.set(name, (work.get(name) ?? 0) + Number(microseconds) / 1_000_000);
  }
  return work;
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
  const isStatus = (status: string) => specs.filter(({ tests }) => tests.some((test) => test.status === status));
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
