import { noNode, type Rule } from './rule.ts';
import { child, children, memberOf, nameOf, type Node, quasisOf, type Syntax } from './syntax.ts';

const GLOBALS = new Set(['window', 'globalThis', 'self', 'navigator', 'frames', 'top', 'parent', 'Bun']);

/** Whether a node is this global, by its own name or as somebody's member: `fetch`, `window.fetch`. */
function isGlobal(node: Node, names: ReadonlySet<string>, syntax: Syntax): boolean {
  if (node.type === 'MemberExpression') {
    const object = child(node, 'object');
    const name = memberOf(node);
    return name !== undefined && names.has(name) && GLOBALS.has(nameOf(object) ?? '');
  }
  if (node.type === 'ObjectPattern') {
    return children(node, 'properties').some((property) => names.has(nameOf(child(property, 'key')) ?? ''));
  }
  return node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'VariableDeclarator'
    ? isUse(node, names, syntax)
    : false;
}

/** Called, made, or given another name. */
function isUse(node: Node, names: ReadonlySet<string>, syntax: Syntax): boolean {
  const used = child(node, 'callee') ?? child(node, 'init');
  const name = used?.type === 'Identifier' ? nameOf(used) : undefined;
  // One of the file's own, or one that it was given, is not the browser's.
  return name !== undefined && names.has(name) && !syntax.imports.has(name) && !syntax.constants.has(name);
}

const REQUESTS = new Set(['fetch', 'XMLHttpRequest', 'sendBeacon', 'WebSocket']);
const STREAMS = new Set(['EventSource']);

const onePlaceCalls = noNode(
  'the browser calls the server from one place',
  {
    about: /^web\/(?!build\.ts|dev\.ts)/,
    // An upload shows its progress, which `fetch` cannot tell; the example is a text that is shown.
    except: /^web\/(lib\/(call|upload-file)|features\/api-docs\/typescript-example)\.ts$/,
    broken: [
      'web/features/payments/load.ts',
      "await fetch('/api/coins');",
      "await window.fetch('/api/coins');",
      "await globalThis['fetch']('/api/coins');",
      "const get = fetch; await get('/api/coins');",
      "const { fetch: get } = window; await get('/api/coins');",
      "const image = 'image/*'; await fetch('/api/coins'); // */",
      'new XMLHttpRequest();',
      "navigator.sendBeacon('/api/coins');",
      "new WebSocket('/api/events');",
    ],
  },
  (node, syntax) => isGlobal(node, REQUESTS, syntax),
);

const oneConnection = noNode(
  'one live connection',
  {
    about: /^web\//,
    except: /^web\/lib\/live\.ts$/,
    broken: [
      'web/features/payments/stream.ts',
      "new EventSource('/api/events');",
      "new window.EventSource('/api/events');",
      "const Stream = EventSource; new Stream('/api/events');",
    ],
  },
  (node, syntax) => isGlobal(node, STREAMS, syntax),
);

const SPOKEN = new Set([
  'title',
  'label',
  'alt',
  'placeholder',
  'description',
  'aria-label',
  'aria-description',
]);
const WORDS = /\p{L}[\p{L}’',.]*\s+\p{L}/u;

/** The texts that an expression between tags, or in an attribute, comes to. */
function textsIn(node: Node | undefined): string[] {
  if (!node) return [];
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type === 'TemplateLiteral') return quasisOf(node);
  if (node.type === 'ConditionalExpression') {
    return [...textsIn(child(node, 'consequent')), ...textsIn(child(node, 'alternate'))];
  }
  if (node.type === 'LogicalExpression') return textsIn(child(node, 'right'));
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') {
    return textsIn(child(node, 'expression'));
  }
  return [];
}

const textsInCatalogue = noNode(
  'texts of the interface stand in the catalogue',
  {
    about: /^web\/.*\.tsx$/,
    broken: [
      'web/features/payments/greeting.tsx',
      'const greeting = <p className="x">Welcome back to billing</p>;',
      'const greeting = <p>{"Welcome back"}</p>;',
      'const greeting = <p>{`Welcome back, ${name}`}</p>;',
      'const greeting = <p>{late ? "Good evening, friend" : null}</p>;',
      'const greeting = <img alt="A picture of nobody" />;',
      'const greeting = <img alt={"A picture"} />;',
      'const greeting = <p>\n  Welcome\n  back\n</p>;',
    ],
  },
  (node) => {
    if (node.type === 'JSXText') return WORDS.test(String(node.value));
    if (node.type === 'JSXAttribute') {
      const name = nameOf(child(node, 'name')) ?? '';
      return SPOKEN.has(name) && textsIn(child(node, 'value')).some((text) => WORDS.test(text));
    }
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false;
    return children(node, 'children')
      .filter(({ type }) => type === 'JSXExpressionContainer')
      .flatMap(textsIn)
      .some((text) => WORDS.test(text));
  },
);

/** The rules of the browser's side. */
export const WEB_RULES: readonly Rule[] = [onePlaceCalls, oneConnection, textsInCatalogue];
