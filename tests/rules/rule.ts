import type { Source } from './sources.ts';
import { at, type Node, type Syntax, syntaxOf } from './syntax.ts';

/** A rule of the project: what breaks it, and examples of files that do, to test the rule. */
export interface Rule {
  name: string;
  faults(sources: readonly Source[]): string[];
  broken: readonly Source[];
  /** It looks at each file by itself, so that an example is checked alone. */
  perFile?: true;
}

interface About {
  /** The files that it applies to. */
  about: RegExp;
  /** The files that may break it. */
  except?: RegExp;
  /** A path that it applies to, and a text that breaks it there. */
  broken: readonly [path: string, ...texts: string[]];
}

const sourcesOf = ([path, ...texts]: About['broken']): Source[] => texts.map((text) => ({ path, text: `${text}\n` }));

/** A rule that checks each file separately. */
export const eachFile = (
  name: string,
  { about, except, broken }: About,
  check: (syntax: Syntax) => string[],
): Rule => ({
  name,
  perFile: true,
  broken: sourcesOf(broken),
  faults: (sources) =>
    sources.filter(({ path }) => about.test(path) && !except?.test(path)).flatMap((source) => check(syntaxOf(source))),
});

/** A rule against a kind of node. */
export const noNode = (name: string, about: About, isFault: (node: Node, syntax: Syntax) => boolean): Rule =>
  eachFile(name, about, (syntax) =>
    syntax.nodes.filter((node) => isFault(node, syntax)).map(({ start }) => at(syntax, start)),
  );
