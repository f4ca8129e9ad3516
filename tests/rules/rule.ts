import type { Source } from './sources.ts';
import { at, type Node, type Syntax, syntaxOf } from './syntax.ts';

/** A rule of the house: what breaks it, and files that do, to show that the rule sees them. */
export interface Rule {
  name: string;
  faults(sources: readonly Source[]): string[];
  broken: readonly Source[];
}

interface About {
  /** The files that it is about. */
  about: RegExp;
  /** Those of them that may. */
  except?: RegExp;
  /** A path that it is about, and what breaks it there. */
  broken: readonly [path: string, ...texts: string[]];
}

const sourcesOf = ([path, ...texts]: About['broken']): Source[] =>
  texts.map((text) => ({ path, text: `${text}\n` }));

/** A rule that looks at each file by itself. */
export function eachFile(
  name: string,
  { about, except, broken }: About,
  check: (syntax: Syntax) => string[],
): Rule {
  return {
    name,
    broken: sourcesOf(broken),
    faults: (sources) =>
      sources
        .filter(({ path }) => about.test(path) && !except?.test(path))
        .flatMap((source) => check(syntaxOf(source))),
  };
}

/** A rule against a kind of node. */
export function noNode(name: string, about: About, isFault: (node: Node, syntax: Syntax) => boolean): Rule {
  return eachFile(name, about, (syntax) =>
    syntax.nodes.filter((node) => isFault(node, syntax)).map(({ start }) => at(syntax, start)),
  );
}
