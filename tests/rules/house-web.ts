import { noNode, type Rule } from './rule.ts';
import { child, children, memberOf, nameOf, type Node, quasisOf, type Syntax, textsIn } from './syntax.ts';

const GLOBALS = new Set(['window', 'globalThis', 'self', 'navigator', 'frames', 'top', 'parent', 'Bun']);

/** Tells whether a node is this global, by its name or as a member: `fetch`, `window.fetch`. */
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
  // A name that the file declares or gets as a parameter is not the browser's global.
  return name !== undefined && names.has(name) && !syntax.imports.has(name) && !syntax.constants.has(name);
}

/** A picture and a worker ask for their address too. */
const REQUESTS = new Set([
  'fetch',
  'XMLHttpRequest',
  'sendBeacon',
  'WebSocket',
  'Image',
  'Audio',
  'Worker',
  'SharedWorker',
]);
/** Packages that would call the server in our place. */
const CLIENTS =
  /^(axios|ky|got|wretch|ofetch|undici|superagent|swr|graphql-request|(node|cross|unfetch)-?fetch|node:https?)(\/|$)/;
const STREAMS = new Set(['EventSource']);

const onePlaceCalls = noNode(
  'the browser calls the server from one place',
  {
    about: /^web\/(?!build\.ts|dev\.ts)/,
    // An upload shows its progress; the drawn page and a missing part do without the rest; the example is displayed.
    except:
      /^web\/(lib\/(call|upload-file|missing-part)|app\/hold-landing|features\/api-docs\/typescript-example)\.ts$/,
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
      "new Image().src = '/api/coins';",
      "import axios from 'axios'; await axios.get('/api/coins');",
      "const { default: ky } = await import('ky'); await ky('/api/coins');",
    ],
  },
  (node, syntax) =>
    isGlobal(node, REQUESTS, syntax) ||
    (/^Import(Declaration|Expression)$/.test(node.type) && CLIENTS.test(nameOf(child(node, 'source')) ?? '')),
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

const SPOKEN = new Set(['title', 'label', 'alt', 'placeholder', 'description', 'aria-label', 'aria-description']);
const WORDS = /\p{L}[\p{L}’',.]*\s+\p{L}/u;

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
      "const greeting = <p>{'Welcome back ' + name}</p>;",
      "toast('Your change was saved');",
      "document.title = 'Welcome back to billing';",
      "const words = 'Welcome back'; const greeting = <p>{words}</p>;",
      "const words = 'A picture of nobody'; const greeting = <img alt={words} />;",
    ],
  },
  (node, syntax) => {
    const said = (part: Node | undefined) => textsIn(part, syntax.constants);
    if (node.type === 'JSXText') return WORDS.test(String(node.value));
    if (node.type === 'JSXAttribute') {
      const name = nameOf(child(node, 'name')) ?? '';
      return SPOKEN.has(name) && said(child(node, 'value')).some((text) => WORDS.test(text));
    }
    if (node.type === 'CallExpression' && nameOf(child(node, 'callee'))?.startsWith('toast')) {
      return children(node, 'arguments').some((each) => said(each).some((text) => WORDS.test(text)));
    }
    if (node.type === 'Property' || node.type === 'AssignmentExpression') {
      const name = nameOf(child(node, 'key')) ?? memberOf(child(node, 'left')) ?? '';
      const value = child(node, 'value') ?? child(node, 'right');
      return SPOKEN.has(name) && said(value).some((text) => WORDS.test(text));
    }
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false;
    return children(node, 'children')
      .filter(({ type }) => type === 'JSXExpressionContainer')
      .flatMap(said)
      .some((text) => WORDS.test(text));
  },
);

const onePoundSign = noNode(
  'a sum of pounds is written by its formatter',
  {
    about: /^web\//,
    // The catalogue's texts have the sign before a value; the last finds it in a text of the server.
    except: /^web\/(locales\/|lib\/wording-text\.ts$)/,
    broken: [
      'web/features/payments/sum.tsx',
      "const sum = <p>{'£' + amount}</p>;",
      'const sum = <p>{`£${amount}`}</p>;',
      'const sum = <p>£{amount}</p>;',
      'const sum = <p title={`\\u00a3${amount}`} />;',
    ],
  },
  (node) => {
    const written = node.type === 'JSXText' ? String(node.value) : nameOf(node);
    return [...quasisOf(node), written ?? ''].some((text) => text.includes('£'));
  },
);

const tagOf = (node: Node): string => nameOf(child(child(node, 'openingElement') ?? node, 'name')) ?? '';

const oneForm = noNode(
  'a form leads to its first wrong field',
  {
    about: /^web\/.*\.tsx$/,
    except: /^web\/ui\/form\.tsx$/,
    broken: ['web/features/payments/form.tsx', 'const form = <form onSubmit={send}><Input /></form>;'],
  },
  (node) => node.type === 'JSXElement' && tagOf(node) === 'form',
);

export const WEB_RULES: readonly Rule[] = [onePlaceCalls, oneConnection, textsInCatalogue, onePoundSign, oneForm];
