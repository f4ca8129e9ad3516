import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { FAULTS } from '../faults/list.ts';
import { staleOnes } from '../faults/stale.ts';

const ROOT = join(import.meta.dir, '../..');

test('every fault of tests/faults can still be applied: a change of its line must change the fault too', async () => {
  expect(FAULTS.length).toBeGreaterThan(100);
  expect(await staleOnes(ROOT, FAULTS)).toEqual([]);
});
