import { posix } from 'node:path';
import { codeOf, importsOf, type Source } from './sources.ts';

/** Imports that are not verbs: forms of requests and answers, HTTP work of the edge, and the declaration of routes. */
const NO_VERBS = /(contract|catalogue)\.ts$|^src\/edge\/http\/|^src\/callers\/(route|guards)\.ts$|^db\//;

/**
 * Verbs that take more than a context and an input. A verb is what a `routes.ts` imports; one that takes
 * a `Queryable` first is a query, which runs inside others' transactions.
 */
export function shapelessVerbs(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const routes = sources.filter(({ path }) => /^src\/.*\/routes\.ts$/.test(path));
  const verbFiles = new Set(
    routes.flatMap((source) => importsOf(source).filter((target) => !NO_VERBS.test(target))),
  );
  const imported = new Set(routes.flatMap(importedNames));
  return [...verbFiles].flatMap((path) => {
    const source = byPath.get(path);
    return source ? tooManyParameters(source).filter((fault) => imported.has(`${path} ${fault}`)) : [];
  });
}

function importedNames(source: Source): string[] {
  const clauses = codeOf(source).matchAll(/import \{([^}]*)\} from '(\.[^']*)'/g);
  return [...clauses].flatMap(([, names = '', from = '']) => {
    const path = posix.join(posix.dirname(source.path), from);
    return names.split(',').map((name) => `${path} ${name.trim().split(' as ')[0] ?? ''}`);
  });
}

function tooManyParameters(source: Source): string[] {
  const code = codeOf(source);
  return [...code.matchAll(/export (?:async )?function (\w+)(?:<[^(]*>)?\(/g)].flatMap((match) => {
    const parameters = parametersAt(code, match.index + match[0].length);
    const isQuery = /^\w+: Queryable\b/.test(parameters[0] ?? '');
    return parameters.length > 2 && !isQuery ? [match[1] ?? ''] : [];
  });
}

/** The parameters of a function, from after its opening bracket. */
function parametersAt(code: string, start: number): string[] {
  const parameters = [''];
  let depth = 0;
  for (const character of code.slice(start)) {
    if ('([{<'.includes(character)) depth++;
    if (')]}>'.includes(character) && --depth < 0) break;
    if (character === ',' && depth === 0) parameters.push('');
    else parameters.push((parameters.pop() ?? '') + character);
  }
  return parameters.map((parameter) => parameter.trim()).filter((parameter) => parameter !== '');
}
