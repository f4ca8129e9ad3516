import { noNode, type Rule } from './rule.ts';
import { child, nameOf, textsIn } from './syntax.ts';

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

export const WORD_RULES: readonly Rule[] = [wordings];
