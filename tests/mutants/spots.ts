import { createHash } from 'node:crypto';
import type { Source } from '../rules/sources.ts';
import { calledName, isNode, type Node, syntaxOf } from '../rules/syntax.ts';
import { type Mutant, oneLine } from './mutant.ts';

/** Where the program has to come by so that a mutant can be noticed: the statement, or a function's only expression. */
export interface Spot {
  /** The same as long as the statement is. */
  name: string;
  start: number;
  end: number;
  /** Whether it is an expression, which can only be marked in brackets. */
  isExpression: boolean;
}

/** Its argument is called once, and what it made serves all later calls: tests come by the statement unseen. */
const MADE_ONCE = 'prepared';

/** The spot of a mutant; undefined where its code runs once only, when the file is loaded or when it is first used. */
export function spotOf(source: Source, { start, end }: Pick<Mutant, 'start' | 'end'>): Spot | undefined {
  const [program] = syntaxOf(source).nodes;
  let found: { node: Node; isExpression: boolean } | undefined;
  let node = program;
  while (node) {
    const inner = within(node, start, end);
    if (node !== program && calledName(node) === MADE_ONCE) return undefined;
    if (inner && isStatementOf(node, inner)) found = { node: inner, isExpression: false };
    if (inner && isBodyOf(node, inner)) found = { node: inner, isExpression: true };
    node = inner;
  }
  if (!found) return undefined;
  const text = oneLine(source.text.slice(found.node.start, found.node.end));
  const name = createHash('sha256').update(`${source.path}\n${text}`).digest('hex').slice(0, 10);
  return { name, start: found.node.start, end: found.node.end, isExpression: found.isExpression };
}

/** The source with a mark at each spot, by which `recorder.ts` learns that a test came by. */
export function marked({ text }: Source, spots: readonly Spot[]): string {
  const puts = spots.flatMap(({ name, start, end, isExpression }) => {
    const mark = `globalThis.cameBy?.('${name}')`;
    // Of two at one place, what closes stands before what opens.
    if (!isExpression) return [{ at: start, order: 1, put: `${mark}; ` }];
    return [
      { at: start, order: 1, put: `(${mark}, ` },
      { at: end, order: 0, put: ')' },
    ];
  });
  const fromEnd = puts.toSorted((one, other) => other.at - one.at || other.order - one.order);
  return fromEnd.reduce((made, { at, put }) => made.slice(0, at) + put + made.slice(at), text);
}

const within = (node: Node, start: number, end: number): Node | undefined =>
  Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .find((each) => each.start <= start && end <= each.end);

const isStatementOf = (parent: Node, node: Node): boolean =>
  (parent.type === 'BlockStatement' && node.type !== 'FunctionDeclaration') ||
  (parent.type === 'SwitchCase' && parent.test !== node);

const isBodyOf = (parent: Node, node: Node): boolean =>
  parent.type === 'ArrowFunctionExpression' && parent.body === node && node.type !== 'BlockStatement';
