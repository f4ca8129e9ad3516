import { noNode, type Rule } from './rule.ts';
import { child, children, memberOf, nameOf, textsIn } from './syntax.ts';

const LEDGERS_WORDS = new Set(['description', 'reason']);
const SENTENCE = /^\p{Lu}\p{L}+/u;

const wordings = noNode(
  'what the ledger says of a transaction is one of its wordings',
  {
    about: /^src\/(money|services|resale|accounts|admin)\//,
    broken: [
      'src/money/ledger/words.ts',
      "export const row = { description: 'Balance adjustment' };",
      "export const row = { reason: 'Cancelled' };",
      'export const row = (to: string) => ({ description: `Call to ${to}` });',
      "export const row = (own: boolean) => ({ reason: own ? 'Cancelled' : 'Replaced' });",
      "export const row = (words: string) => ({ description: words || 'Credit purchase' });",
      "const WORDS = 'Credit purchase'; export const row = { description: WORDS };",
    ],
  },
  (node, { constants }) =>
    node.type === 'Property' &&
    LEDGERS_WORDS.has(nameOf(child(node, 'key')) ?? '') &&
    textsIn(child(node, 'value'), constants).some((text) => SENTENCE.test(text)),
);

const COUNTED = /^(count|length|size)$|Count$/;

const counts = noNode(
  'a count on the screen is written as figures are',
  {
    about: /^web\/.*\.tsx$/,
    broken: [
      'web/ui/count.tsx',
      'const shown = <b>{count}</b>;',
      'const shown = <b>{tab.count}</b>;',
      'const shown = <b>{rows.length} </b>;',
    ],
  },
  (node) =>
    (node.type === 'JSXElement' || node.type === 'JSXFragment') &&
    children(node, 'children').some((each) => {
      const shown = child(each, 'expression');
      const name = shown && (memberOf(shown) ?? (shown.type === 'Identifier' ? nameOf(shown) : undefined));
      return each.type === 'JSXExpressionContainer' && name !== undefined && COUNTED.test(name);
    }),
);

/** The rules about texts for readers. */
export const WORD_RULES: readonly Rule[] = [wordings, counts];
