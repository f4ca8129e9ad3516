import { join } from 'node:path';
import type { Fault } from './fault.ts';

/** Faults whose text does not stand in the source exactly once, or whose tests are gone. */
export async function staleOnes(tree: string, faults: readonly Fault[]): Promise<string[]> {
  const stale: string[] = [];
  for (const { name, file, find, tests } of faults) {
    const source = Bun.file(join(tree, file));
    const found = (await source.exists()) ? (await source.text()).split(find).length - 1 : 0;
    if (found !== 1) stale.push(`${name}: its text stands ${found} times in ${file}`);
    for (const test of tests) {
      if (!(await Bun.file(join(tree, pathOf(test))).exists()))
        stale.push(`${name}: there is no ${pathOf(test)}`);
    }
  }
  return stale;
}

/** The file of a test that a fault names. */
export const pathOf = (test: string): string => `tests/${test}.test.ts`;
