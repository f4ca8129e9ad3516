import { z } from 'zod';

/** What came of some tests. */
export interface Tally {
  passed: number;
  failed: number;
  /** Passed at their second attempt. */
  flaky: string[];
}

const NOTHING: Tally = { passed: 0, failed: 0, flaky: [] };

/** Reads JUnit XML as `bun test` writes it; skipped tests have failed. */
export async function readJunit(path: string): Promise<Tally> {
  const file = Bun.file(path);
  if (!(await file.exists())) return NOTHING;
  const [head = ''] = /<testsuites[^>]*>/.exec(await file.text()) ?? [];
  const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number('failures') + number('errors') + number('skipped');
  return { passed: number('tests') - failed, failed, flaky: [] };
}

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']) })),
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
  if (!(await file.exists())) return NOTHING;
  const specs = specsOf(suite.parse(await file.json()));
  const isStatus = (status: string) =>
    specs.filter(({ tests }) => tests.some((test) => test.status === status));
  const flaky = isStatus('flaky').map(({ file: where, title }) => `${where} › ${title}`);
  const failed = isStatus('unexpected').length + isStatus('skipped').length;
  return { passed: specs.length - failed, failed, flaky };
}
