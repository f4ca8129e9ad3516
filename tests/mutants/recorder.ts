import { afterAll, beforeEach } from 'bun:test';
import { writeFileSync } from 'node:fs';

/**
 * Loaded before a test file of a marked copy: notes by which spots each of its tests came, in their order. Those of
 * before the first test belong to all of them.
 */
const into = process.env.MUTANTS_REACHED;
const before = new Set<string>();
const tests: Set<string>[] = [];

declare global {
  var cameBy: ((spot: string) => void) | undefined;
}

globalThis.cameBy = (spot) => {
  (tests.at(-1) ?? before).add(spot);
};

beforeEach(() => {
  tests.push(new Set());
});

afterAll(() => {
  if (into !== undefined)
    writeFileSync(into, JSON.stringify({ before: [...before], tests: tests.map((spots) => [...spots]) }));
});
