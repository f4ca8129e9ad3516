import { expect, test } from 'bun:test';
import { join } from 'node:path';

const read = (path: string) => Bun.file(join(import.meta.dir, '../..', path)).text();

test('every setting stands in the README', async () => {
  const sources = await Promise.all(
    [
      'src/config.ts',
      'src/platform/mail/settings.ts',
      'src/carriers/settings.ts',
      'src/money/chain/settings.ts',
    ].map(read),
  );
  const settings = sources.flatMap((text) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:optional|withDefault|z\.)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(settings.length).toBeGreaterThan(40);
  const readme = await read('README.md');
  expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
