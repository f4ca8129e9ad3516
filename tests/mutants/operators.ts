import { calledName, child, children, memberOf, nameOf, type Node } from '../rules/syntax.ts';
import type { Change, Operator } from './mutant.ts';
import { sqlChanges } from './sql.ts';
import { otherState } from './states.ts';

/** A node, the node that it stands in, and the text of the file. */
export interface Place {
  node: Node;
  parent: Node;
  text: string;
}

type Make = (place: Place) => Change[];

const over = (node: Node, operator: Operator, put: string): Change[] => [
  { operator, start: node.start, end: node.end, put },
];

const sourceOf = ({ text }: Place, node: Node): string => text.slice(node.start, node.end);

const EQUALITIES = new Set(['===', '!==', '==', '!=']);

/** `if (a)` becomes `if (!(a))`. A comparison is left to `exchanged`, which makes the same of it. */
const condition: Make = (place) => {
  const test = child(place.node, 'test');
  if (!test || !/^(IfStatement|ConditionalExpression)$/.test(place.node.type)) return [];
  if (test.type === 'BinaryExpression' && EQUALITIES.has(String(test.operator))) return [];
  return over(test, 'condition', `!(${sourceOf(place, test)})`);
};

const EXCHANGED: Readonly<Record<string, [Operator, string]>> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
};

const isText = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.type === 'TemplateLiteral' ||
    nameOf(node.type === 'Literal' ? node : undefined) !== undefined ||
    (node.type === 'BinaryExpression' && (isText(child(node, 'left')) || isText(child(node, 'right')))));

const exchanged: Make = ({ node, text }) => {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (!left || !right || !/^(Binary|Logical)Expression$/.test(node.type)) return [];
  const sign = String(node.operator);
  const [operator, put] = EXCHANGED[sign] ?? [];
  if (!operator || !put || (sign === '+' && isText(node))) return [];
  const start = text.indexOf(sign, left.end);
  return [{ operator, start, end: start + sign.length, put }];
};

/** Money is no number: its sums are calls. */
const sums: Make = (place) => {
  const [first] = children(place.node, 'arguments');
  if (!first || !['add', 'subtract', 'negate'].includes(calledName(place.node) ?? '')) return [];
  if (child(place.node, 'callee')?.type !== 'Identifier') return [];
  return over(place.node, 'arithmetic', sourceOf(place, first));
};

const literal: Make = ({ node }) => {
  if (node.type !== 'Literal' || typeof node.value !== 'boolean') return [];
  return over(node, 'literal', String(!node.value));
};

const returned: Make = ({ node }) => {
  const value = node.type === 'ReturnStatement' ? child(node, 'argument') : undefined;
  if (!value || value.type === 'Literal' || nameOf(value) === 'undefined') return [];
  return over(value, 'return', 'undefined');
};

/** Lines of the log, and errors of the program's own: nothing should ever meet them. */
const isOfNoEffect = (place: Place): boolean =>
  /^(await )?([\w.]+\.)?(log|logger)\??\.\w+\(|^throw new Error\(/.test(sourceOf(place, place.node));

/** A call, an assignment or a `throw` is taken away. */
const statement: Make = (place) => {
  const { node } = place;
  const expression = node.type === 'ExpressionStatement' ? child(node, 'expression') : undefined;
  const done = expression?.type === 'AwaitExpression' ? child(expression, 'argument') : expression;
  const does = done?.type === 'CallExpression' || done?.type === 'AssignmentExpression';
  if (node.type !== 'ThrowStatement' && !does) return [];
  if (isOfNoEffect(place)) return [];
  return over(node, 'statement', ';');
};

/** A part of `and(…)` or `or(…)`, or a whole `.where(…)`. */
const where: Make = ({ node }) => {
  const parts = children(node, 'arguments');
  const callee = child(node, 'callee');
  if (callee?.type === 'Identifier' && ['and', 'or'].includes(nameOf(callee) ?? '') && parts.length > 1) {
    return parts.map((part, index) => {
      const [before, after] = [parts[index - 1], parts[index + 1]];
      const start = before ? before.end : part.start;
      return { operator: 'where', start, end: before ? part.end : (after?.start ?? part.end), put: '' };
    });
  }
  return memberOf(callee) === 'where' && calledName(parts[0] ?? node) !== 'and' ? chained(node, 'where') : [];
};

const lock: Make = ({ node }) => (memberOf(child(node, 'callee')) === 'for' ? chained(node, 'lock') : []);

/** The last call of a chain, taken away: `.where(…)`, `.for('update')`. */
function chained(node: Node, operator: Operator): Change[] {
  const callee = child(node, 'callee');
  const object = callee && child(callee, 'object');
  return object ? [{ operator, start: object.end, end: node.end, put: '' }] : [];
}

const state: Make = ({ node, parent, text }) => {
  const word = node.type === 'Literal' ? nameOf(node) : undefined;
  const isKey = parent.type === 'Property' && child(parent, 'key') === node;
  // The code of a refusal.
  const isCode = parent.type === 'NewExpression';
  const other = word !== undefined && !isKey && !isCode ? otherState(word, text) : undefined;
  return other === undefined ? [] : over(node, 'state', `'${other}'`);
};

const statements: Make = ({ node, parent, text }) => {
  if (node.type !== 'TemplateLiteral' || parent.type !== 'TaggedTemplateExpression') return [];
  return sqlChanges(text, node.start + 1, node.end - 1);
};

/** All operators. */
export const OPERATORS: readonly Make[] = [
  ...[condition, exchanged, sums, literal, returned],
  ...[statement, where, lock, state, statements],
];
