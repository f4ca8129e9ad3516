import { Glob } from 'bun';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(ROOT, path)).text();

test('every setting stands in docs/operations.md', async () => {
  const paths = ['src/**/{config,settings}.ts', 'src/carriers/adapters/**/*.ts'].flatMap((pattern) => [
    ...new Glob(pattern).scanSync({ cwd: ROOT }),
  ]);
  const sources = await Promise.all(paths.map(read));
  const settings = sources.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:optional|withDefault|quota|z\.)/gm)].map(([, name]) => name ?? ''),
  );
  expect(settings.length).toBeGreaterThan(40);
  const operations = await read('docs/operations.md');
  expect(settings.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});
