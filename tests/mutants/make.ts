import { isNode, type Node, syntaxOf } from '../rules/syntax.ts';
import type { Source } from '../rules/sources.ts';
import { type Change, type Mutant, named } from './mutant.ts';
import { OPERATORS } from './operators.ts';

/** Code that says nothing while the program runs. */
const SILENT =
  /^(TS\w+(?<!AsExpression|NonNullExpression|SatisfiesExpression)|ImportDeclaration|ExportAllDeclaration)$/;

/** All mutants of a file, from its top to its end. */
export function mutantsOf(source: Source): Mutant[] {
  const [program] = syntaxOf(source).nodes;
  if (!program) return [];
  const changes: Change[] = [];
  walk(program, program, (node, parent) => {
    for (const make of OPERATORS) changes.push(...make({ node, parent, text: source.text }));
  });
  const inOrder = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
  return named(source.path, source.text, inOrder);
}

function walk(node: Node, parent: Node, visit: (node: Node, parent: Node) => void): void {
  if (SILENT.test(node.type)) return;
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isNode(each)) walk(each, node, visit);
    }
  }
}
