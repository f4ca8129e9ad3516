import { Glob } from 'bun';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A source file, as the rules look at it. */
export interface Source {
  /** From the root of the repository, e.g. `src/ledger/post.ts`. */
  path: string;
  text: string;
}

const ROOT = join(import.meta.dir, '..', '..');

/** Every source file of the project; migrations and built files are made by tools. */
export function readSources(): Source[] {
  const paths = [...new Glob('{src,web,db,tests}/**/*.{ts,tsx,mjs}').scanSync({ cwd: ROOT })];
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** The text without comments, line numbers kept. */
export function codeOf({ text }: Source): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Where a pattern (with the `g` flag) occurs, as `path:line: what`. */
export function findings(source: Source, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return `${source.path}:${line}: ${match[0].trim().split('\n')[0]}`;
  });
}

/** What a file imports or re-exports, types included: paths from the root, or names of packages. */
export function importsOf(source: Source): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...codeOf(source).matchAll(pattern)].map(([, from, bare]) => {
    const name = from ?? bare ?? '';
    return name.startsWith('.') ? posix.join(posix.dirname(source.path), name) : name;
  });
}
