import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../proof/place.ts';

const ROOT = join(import.meta.dir, '../..');

test('every test that docs/proof.md names is there', async () => {
  const page = await Bun.file(join(ROOT, 'docs/proof.md')).text();
  const named = [...page.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every break of a promise is where it was', async () => {
  const rows = await Bun.file(join(ROOT, 'tests/proof/proof-breaks.tsv')).text();
  for (const row of rows.trimEnd().split('\n')) {
    const [promise, file = '', from = '', , shown = ''] = row.split('\t');
    const text = await Bun.file(join(ROOT, file)).text();
    expect([promise, text.split(from).length]).toEqual([promise, 2]);
    expect(existsSync(join(ROOT, pathOf(shown)))).toBe(true);
  }
});
