import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(ROOT, path)).text();

test('every setting stands in the README', async () => {
  const paths = [...new Glob('src/**/{config,settings}.ts').scanSync({ cwd: ROOT })];
  const sources = await Promise.all(paths.map(read));
  const settings = sources.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:optional|withDefault|z\.)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(settings.length).toBeGreaterThan(40);
  const readme = await read('README.md');
  expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
