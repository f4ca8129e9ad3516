import { Glob } from 'bun';

/** Where the product's name may appear: all other texts are shown on resellers' hosts as well. */
const MAY: Readonly<Record<string, string>> = {
  'web/index.html': 'the page of a brand’s host has the brand’s name put in its place',
  'src/edge/http/docs.ts': 'so has the API reference',
  'web/dev.html': 'for working on it',
  'web/dev.ts': 'for working on it',
};

test('a reseller’s customer reads nothing that calls the product by its name', async () => {
  const named: string[] = [];
  for (const pattern of [
    'web/**/*.{ts,tsx,html,json}',
    'src/edge/http/*.ts',
    'src/**/contract.ts',
    'src/accounts/webhooks/**/*.ts',
  ]) {
    for await (const path of new Glob(pattern).scan('.')) {
      if (path in MAY) continue;
      const text = await Bun.file(path).text();
      const isNameItself = /^web\/locales\/\w+\/public\.json$/.test(path);
      const found = isNameItself ? text.replace('"name": "Topline"', '') : text;
      if (/Topline|TOPLINE/.test(found)) named.push(path);
    }
  }
  expect(named).toEqual([]);
});
