import { Glob } from 'bun';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { child, nameOf, syntaxOf } from './syntax.ts';

export interface Source {
  /** From the root of the repository, e.g. `src/ledger/post.ts`. */
  path: string;
  text: string;
}

const ROOT = join(import.meta.dir, '..', '..');
let sources: readonly Source[] | undefined;

/** Every source file of the project, read and parsed once; migrations and built files are made by tools. */
export function readSources(): readonly Source[] {
  if (sources) return sources;
  const paths = [...new Glob('{src,web,db,tests}/**/*.{ts,tsx,mjs}').scanSync({ cwd: ROOT })];
  sources = paths.toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return sources;
}

/** The text without comments, line numbers kept. */
export function codeOf(source: Source): string {
  let code = '';
  let from = 0;
  for (const { start, end } of syntaxOf(source).comments) {
    code += source.text.slice(from, start) + source.text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return code + source.text.slice(from);
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
]);

/** Lists a file's imports and re-exports, types included: paths from the root, or names of packages. */
export const importsOf = (source: Source): string[] =>
  syntaxOf(source)
    .nodes.filter(({ type }) => IMPORTING.has(type))
    .flatMap((node) => {
      const from = child(node, 'source') ?? child(node, 'argument') ?? child(node, 'expression');
      const name = nameOf(from);
      if (name === undefined) return [];
      return [name.startsWith('.') ? posix.join(posix.dirname(source.path), name) : name];
    });
