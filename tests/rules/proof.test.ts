import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

test('every test that docs/proof.md names is there', async () => {
  const page = await Bun.file(join(ROOT, 'docs/proof.md')).text();
  const named = [...page.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
