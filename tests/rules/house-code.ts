import { noNode, type Rule } from './rule.ts';
import { calledName, child, children, memberOf, nameOf, type Node } from './syntax.ts';

const SERVER = /^(src|db)\//;

/** `any` and unsafe assertions, the linter refuses. */
const untyped = noNode(
  'types are not talked round by reflection, nor by a comment for the compiler',
  {
    about: /^/,
    // A proxy needs it, and tests look into other programs.
    except: /^(db\/prepare-in-transactions\.ts$|tests\/)/,
    broken: [
      'src/platform/kit/cast.ts',
      "export const cost: string = Reflect.get({ price: 1 }, 'price');",
      '// @ts-expect-error later\nexport const wrong: string = 1;',
    ],
  },
  (node, { comments, source }) =>
    (node.type === 'MemberExpression' && nameOf(child(node, 'object')) === 'Reflect') ||
    (node.type === 'Program' && comments.some(({ start, end }) => /@ts-/.test(source.text.slice(start, end)))),
);

/** What stands behind the start of a program is not there yet while it runs. */
const startsLast = noNode(
  'a program starts when all of its file is there',
  {
    about: /^(src|db)\//,
    broken: [
      'db/some-command.ts',
      'try { await main(); } catch { process.exit(1); } const MOST = 3; async function main() { console.log(MOST); }',
      'await main(); class Late {}; async function main() { new Late(); }',
    ],
  },
  (node) => {
    if (node.type !== 'Program') return false;
    const body = children(node, 'body');
    const start = body.findIndex(
      (each) =>
        each.type === 'TryStatement' ||
        (each.type === 'ExpressionStatement' && child(each, 'expression')?.type === 'AwaitExpression'),
    );
    return start >= 0 && body.slice(start).some(({ type }) => /^(Variable|Class)Declaration$/.test(type));
  },
);

/** `failing` would let a test pass because it fails. */
const SKIPPING = new Set(['only', 'skip', 'todo', 'fixme', 'failing', 'skipIf', 'if', 'todoIf']);

/** Tests under names that leave them out, or the others. */
const SKIPPING_TESTS = /^(x(test|it|describe)|f(test|it|describe))$/;

const everyTestRuns = noNode(
  'every test runs, always',
  {
    about: /^tests\//,
    // Has a field of that name.
    except: /^tests\/rules\/rooms\.ts$/,
    broken: [
      'tests/unit/some.test.ts',
      "test.skip('later', () => {});",
      "test['only']('this', () => {});",
      "const run = test.skipIf(process.env.CI !== undefined); run('x', () => {});",
      "const { skip } = test; skip('later', () => {});",
      "test.failing('not yet', () => {});",
      "xtest('later', () => {});",
      "import { xdescribe as describe } from 'bun:test'; describe('later', () => {});",
    ],
  },
  (node) => {
    if (node.type === 'MemberExpression') return SKIPPING.has(memberOf(node) ?? '');
    if (node.type === 'Identifier') return SKIPPING_TESTS.test(nameOf(node) ?? '');
    // Taken out by name: `const { skip } = test`.
    if (node.type !== 'ObjectPattern') return false;
    return children(node, 'properties').some((property) => {
      const name = nameOf(child(property, 'key'));
      return name === 'skip' || name === 'only' || name === 'skipIf';
    });
  },
);

/** In Bun 1.4.5 every date matches every other one there. */
const noDateMatched = noNode(
  'a date is not compared by toMatchObject, to which all are alike',
  {
    about: /^tests\//,
    broken: ['tests/unit/some.test.ts', 'expect({ at: new Date(1) }).toMatchObject({ at: new Date(2) });'],
  },
  (node, { nodes, source }) =>
    calledName(node) === 'toMatchObject' &&
    nodes.some(
      (inner) =>
        inner.type === 'NewExpression' &&
        nameOf(child(inner, 'callee')) === 'Date' &&
        children(node, 'arguments').some(({ start, end }) => start <= inner.start && inner.end <= end) &&
        source.text[inner.end] !== '.',
    ),
);

const noRequire = noNode(
  'imports are named, never worked out',
  {
    about: /^(src|db|web)\//,
    except: /^web\/lib\/i18n\.ts$/,
    broken: [
      'src/money/payments/load.ts',
      'const name = process.argv[2]; export const loaded = await import(name ?? "");',
      'declare const domain: string; export const verb = await import(`../${domain}/verb.ts`);',
      "const { createRequire } = await import('node:module'); createRequire(import.meta.url)('./x.ts');",
    ],
  },
  (node) => {
    if (node.type === 'ImportExpression') return nameOf(child(node, 'source')) === undefined;
    return calledName(node) === 'createRequire' || calledName(node) === 'require';
  },
);

/** Reads the text of an API's caller, or compares and counts numbers that are not money. */
const NUMBERS_ALLOWED = new RegExp(
  [
    'src/money/(ledger/(set-aside|settle-call)|allowances/call-cover)',
    'src/money/evidence/units',
    'src/resale/packages/get-status',
    // The tier of a number by the whole pounds of its price.
    'src/services/numbers/catalogue',
    'src/resale/customers/(prices|contract)',
    'src/platform/totals/read-totals',
    'src/admin/.*',
  ].join('|'),
);

const MONEY_NAMES = /rate|price|amount|credit|cost|balance|margin|pound|fee\b|spent|charge/i;

/** Numbers of rows, which are not money. */
const COUNTS = /\b(seq|count|after|upto)\b/;
const isMoney = (node: Node | undefined): boolean => MONEY_NAMES.test(nameOf(node) ?? memberOf(node) ?? '');

const isJson = (node: Node): boolean =>
  calledName(node) === 'parse' && nameOf(child(child(node, 'callee') ?? node, 'object')) === 'JSON';

const noFloats = noNode(
  'money is no floating point number',
  {
    about: SERVER,
    except: /^src\/demonstration\//,
    broken: [
      'src/services/voice/amount.ts',
      'export const amount = (text: string) => parseFloat(text);',
      'export const amount = (text: string) => Number.parseFloat(text);',
      'export const cost = (rate: string) => Number(rate) * 3;',
      'export const cost = (row: { price: string }) => +row.price * 3;',
      "export const cost = (row: { price: string }) => Number(row['price']);",
      'export const shown = (pounds: number) => pounds.toFixed(2);',
      "export const shown = (pounds: number) => pounds['toFixed'](2);",
      'export const whole = (row: { price: string }) => Number.parseInt(row.price, 10);',
      'export const all = (rates: string[]) => rates.map(Number);',
      'const N = Number; export const cost = (rate: string) => N(rate);',
      'export const cost = (row: { price: string; fee: string }) => row.price + row.fee;',
      'export const cost = (row: { price: string }): number => JSON.parse(row.price);',
      'export const cost = (rates: Readonly<Record<string, string>>) => JSON.parse(`[${rates.sms}]`);',
    ],
  },
  (node, { source }) => {
    const called = calledName(node);
    if (called === 'parseFloat' || called === 'toFixed') return true;
    if (node.type === 'VariableDeclarator') return nameOf(child(node, 'init')) === 'Number';
    if (node.type === 'BinaryExpression') {
      // Texts would be joined, and a plain sum of `Money` is no `Money`: `add` makes one.
      return node.operator === '+' && isMoney(child(node, 'left')) && isMoney(child(node, 'right'));
    }
    const [first] = children(node, 'arguments');
    const isEach = node.type === 'CallExpression' && nameOf(first) === 'Number';
    const isNumber = called === 'Number' || (node.type === 'UnaryExpression' && node.operator === '+');
    const isWhole = called === 'parseInt' || isJson(node);
    if (!(isNumber || isWhole || isEach) || NUMBERS_ALLOWED.test(source.path)) return false;
    const argument = isEach ? child(node, 'callee') : (child(node, 'argument') ?? first);
    if (!argument || argument.type === 'Literal') return false;
    const text = source.text.slice(argument.start, argument.end);
    return MONEY_NAMES.test(text) || (isNumber && source.path.startsWith('src/money/') && !COUNTS.test(text));
  },
);

/** The driver's own template would be a fourth way to a row: docs/architecture.md. */
const driverTags = noNode(
  "no statement is written as the driver's own template",
  {
    about: /^src\//,
    // The carriers' own servers in the sandbox, and a program with a connection of its own.
    except: /^src\/(carriers\/adapters\/sandbox\/|services\/sip\/edge-database\.ts$)/,
    broken: [
      'src/money/payments/ask.ts',
      'await sql`select 1`;',
      'await deps.sql<{ id: string }[]>`select id from users`;',
      'await host.sql.begin((tx) => tx`select 1`);',
    ],
  },
  (node) => {
    const tag = node.type === 'TaggedTemplateExpression' ? child(node, 'tag') : undefined;
    const name = tag?.type === 'Identifier' ? nameOf(tag) : memberOf(tag);
    return name === 'sql' || name === 'tx';
  },
);

export const CODE_RULES: readonly Rule[] = [
  untyped,
  startsLast,
  everyTestRuns,
  noDateMatched,
  noRequire,
  noFloats,
  driverTags,
];
