import own from '../../package.json';

/** docs/dependencies.md says of each package what it is for. */
test.each([
  ['program', 'What the program needs', own.dependencies],
  ['checks', 'What checks need', own.devDependencies],
] as const)('each package of the %s stands in the document once', async (_, heading, packages) => {
  const text = await Bun.file(new URL('../../docs/dependencies.md', import.meta.url)).text();
  const chapter = text.split('\n## ').find((each) => each.startsWith(heading)) ?? '';
  const rows = [...chapter.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  for (const [, name = '', why = ''] of rows) expect(why.trim(), name).not.toBe('');
  expect(rows.map(([, name = '']) => name).toSorted()).toEqual(Object.keys(packages).toSorted());
});
