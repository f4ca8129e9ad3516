import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';
import * as schema from '../../db/schema/index.ts';
import type { Source } from './sources.ts';

/** A node of the syntax tree, as loosely as the rules look at it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Tells whether a value is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** A file as the parser understands it. */
export interface Syntax {
  source: Source;
  nodes: readonly Node[];
  comments: readonly { start: number; end: number }[];
  /** Names of this file's own for what it imports: `u` for `users` after `import { users as u }`. */
  imports: ReadonlyMap<string, string>;
  /** The values of this file's constants. */
  constants: ReadonlyMap<string, Node>;
}

const parsed = new WeakMap<Source, Syntax>();

/** Parses a file, once. @throws where the file is no TypeScript */
export function syntaxOf(source: Source): Syntax {
  const known = parsed.get(source);
  if (known) return known;
  const { program, comments, errors } = parseSync(source.path, source.text);
  const [error] = errors;
  if (error) throw new Error(`${source.path}: ${error.message}`);
  const nodes: Node[] = [];
  collect(program, nodes);
  const made = { source, nodes, comments, imports: importsIn(nodes), constants: constantsIn(nodes) };
  parsed.set(source, made);
  return made;
}

function collect(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, into);
  } else if (isNode(value)) {
    into.push(value);
    for (const field of Object.values(value)) collect(field, into);
  }
}

function importsIn(nodes: readonly Node[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { type, local, imported } of nodes) {
    if (type === 'ImportSpecifier' && isNode(local) && isNode(imported)) {
      names.set(nameOf(local) ?? '', nameOf(imported) ?? '');
    }
  }
  return names;
}

function constantsIn(nodes: readonly Node[]): Map<string, Node> {
  const constants = new Map<string, Node>();
  for (const { type, id, init } of nodes) {
    if (type === 'VariableDeclarator' && isNode(id) && isNode(init)) constants.set(nameOf(id) ?? '', init);
  }
  return constants;
}

/** The child of a node, where it has it. */
export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field];
  return isNode(value) ? value : undefined;
};

/** The children of a node, where they are a list. */
export const children = (node: Node, field: string): Node[] => {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** The text of an identifier or of a literal. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier' || node?.type === 'JSXIdentifier') return String(node.name);
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && children(node, 'expressions').length === 0) return quasisOf(node)[0];
  return undefined;
}

/** The member that `a.b`, `a['b']` and a?.b name. */
export const memberOf = (node: Node | undefined): string | undefined => {
  if (node?.type !== 'MemberExpression') return undefined;
  const property = child(node, 'property');
  return node.computed && property?.type === 'Identifier' ? undefined : nameOf(property);
};

/** The name that a call calls: `f` of `f()`, `m` of `x.m()`. */
export const calledName = (node: Node): string | undefined => {
  if (node.type !== 'CallExpression') return undefined;
  const callee = child(node, 'callee');
  return callee?.type === 'Identifier' ? nameOf(callee) : memberOf(callee);
};

const cooked = z.object({ cooked: z.string() });

/** The pieces of a template between its expressions. */
export const quasisOf = (node: Node): string[] =>
  children(node, 'quasis').map(({ value }) => cooked.safeParse(value).data?.cooked ?? '');

/** Names of tables by the names under which the schema exports them. */
export const TABLES: ReadonlyMap<string, string> = new Map(
  Object.entries(schema).flatMap(([name, table]) => (is(table, PgTable) ? [[name, getTableName(table)]] : [])),
);
export const TABLE_NAMES: ReadonlySet<string> = new Set(TABLES.values());

/** The table that an expression stands for, whatever the file calls it. */
export function tableOf(syntax: Syntax, node: Node | undefined, depth = 0): string | undefined {
  if (!node || depth > 3) return undefined;
  const name = node.type === 'Identifier' ? nameOf(node) : memberOf(node);
  if (name === undefined) return undefined;
  const imported = syntax.imports.get(name) ?? name;
  return TABLES.get(imported) ?? tableOf(syntax, syntax.constants.get(name), depth + 1);
}

/** The table that a call names by a text: `sql('users')`, `template.raw('users')`. */
function namedTable(node: Node | undefined): string | undefined {
  const name = node?.type === 'CallExpression' ? nameOf(children(node, 'arguments')[0]) : undefined;
  return name !== undefined && TABLE_NAMES.has(name) ? name : undefined;
}

/** Every text of a file, with tables in the place of expressions that stand for them. */
export const textsOf = (syntax: Syntax): { text: string; start: number }[] =>
  syntax.nodes.flatMap((node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      return [{ text: node.value, start: node.start }];
    }
    if (node.type !== 'TemplateLiteral') return [];
    const values = children(node, 'expressions');
    const text = quasisOf(node).reduce((whole, piece, index) => {
      const value = values[index - 1];
      return `${whole} ${tableOf(syntax, value) ?? namedTable(value) ?? '?'} ${piece}`;
    });
    return [{ text, start: node.start }];
  });

export interface Write {
  table: string;
  verb: string;
  start: number;
  /** The call of the query builder; absent where it is SQL. */
  call?: Node;
  sql?: string;
}

const SQL_WRITE =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)"?/gi;

/** Every place where a file writes to a table, by the query builder or by SQL. */
export function writesIn(syntax: Syntax): Write[] {
  const built = syntax.nodes.flatMap((node): Write[] => {
    const verb = calledName(node);
    if (verb === undefined || !['insert', 'update', 'delete'].includes(verb)) return [];
    const table = tableOf(syntax, children(node, 'arguments')[0]);
    return table ? [{ table, verb, start: node.start, call: node }] : [];
  });
  const told = textsOf(syntax).flatMap(({ text, start }) =>
    [...text.matchAll(SQL_WRITE)].flatMap(([, verb = '', name = '']): Write[] => {
      const table = name.toLowerCase();
      const [short = ''] = verb.toLowerCase().split(/\s/);
      return TABLE_NAMES.has(table) ? [{ table, verb: short, start, sql: text }] : [];
    }),
  );
  return [...built, ...told];
}

/** Where a node stands, as `path:line: its first line`. */
export function at({ source: { path, text } }: Syntax, start: number): string {
  const line = text.slice(0, start).split('\n').length;
  return `${path}:${line}: ${text.slice(start).split('\n')[0]?.trim().slice(0, 120)}`;
}

/** The texts that an expression comes to, a constant of its file included: between tags, in an attribute, as a value. */
export function textsIn(node: Node | undefined, constants: Syntax['constants']): string[] {
  if (!node) return [];
  const inside = (field: string) => textsIn(child(node, field), constants);
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral') return quasisOf(node);
  if (node.type === 'ConditionalExpression') {
    return [...inside('consequent'), ...inside('alternate')];
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return [...inside('left'), ...inside('right')];
  }
  if (node.type === 'LogicalExpression') return inside('right');
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') {
    return inside('expression');
  }
  const constant = node.type === 'Identifier' ? constants.get(nameOf(node) ?? '') : undefined;
  // Its own constants are not looked up: one may be made of itself.
  return constant ? textsIn(constant, new Map()) : [];
}
