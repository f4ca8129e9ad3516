import { existsSync, readFileSync } from 'node:fs';
import { Glob } from 'bun';

const ROOT = new URL('../../', import.meta.url).pathname;
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'tests/README.md', ...new Glob('docs/**/*.md').scanSync(ROOT)];

/** Documents name many files without their folders, or only with the last one. */
const FILES = [...new Glob('{src,web,db,tests}/**/*.{ts,tsx}').scanSync(ROOT)].map((path) => `/${path}`);
const ENDINGS = ['', '.test.ts', '.e2e.ts', '.ts'];

const isThere = (path: string): boolean =>
  ENDINGS.some((ending) => existsSync(ROOT + path + ending) || FILES.some((file) => file.endsWith(`/${path}`)));

/** The source files that a document names and that do not exist. */
const missingIn = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.tsx?|(?:src|web|db|tests|docs)\/[\w./-]+)`/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !isThere(path));

test.each(DOCUMENTS)('%s names files that are there', (document) => {
  expect(missingIn(readFileSync(ROOT + document, 'utf8'))).toEqual([]);
});

test('red: a file that is gone', () => {
  expect(missingIn('see `src/money/ledger/gone.ts` and `src/money/ledger/post.ts`, or `gone.ts`')).toEqual([
    'src/money/ledger/gone.ts',
    'gone.ts',
  ]);
});
