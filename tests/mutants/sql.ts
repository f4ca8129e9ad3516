import type { Change } from './mutant.ts';
import { otherState } from './states.ts';

/**
 * The changes of a statement in SQL: a condition taken away, a boundary moved, a lock not taken, a state exchanged.
 * Stryker knows none of them, and most conditions of this project stand in SQL.
 * @param file the text of the file
 * @param from where the statement begins, after the backtick of its template
 * @param to where it ends
 */
export function sqlChanges(file: string, from: number, to: number): Change[] {
  const raw = file.slice(from, to);
  const text = masked(raw);
  if (!/\b(select|insert|update|delete|where|and|or|case|exists)\b/i.test(text)) return [];
  const changes = [...conditions(text), ...signs(text), ...locks(text), ...states(raw, text, file)];
  return changes.map((change) => ({ ...change, start: change.start + from, end: change.end + from }));
}

/** The text with values and comments made blank, so that no word inside them is taken for SQL. */
function masked(raw: string): string {
  let text = '';
  let depth = 0;
  for (let at = 0; at < raw.length; at++) {
    const isOpening = depth > 0 ? raw[at] === '{' && raw[at - 1] !== '$' : raw.startsWith('${', at);
    if (isOpening || (depth > 0 && raw.startsWith('${', at))) depth++;
    text += depth > 0 ? 'X' : raw[at];
    if (depth > 0 && raw[at] === '}') depth--;
  }
  return text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

const WORD = /\b(\w+)\b|[(),]/g;
/** Where a condition ends, if no bracket has ended it. */
const ENDS = new Set([
  ...['and', 'or', 'where', 'then', 'else', 'end', 'when', 'order', 'group', 'having', 'returning', 'for'],
  ...['limit', 'union', 'on', 'set', 'left', 'join', 'do', 'as', 'from', 'window', 'offset'],
]);

function conditions(text: string): Change[] {
  const words = [...text.matchAll(WORD)].map((match) => ({ word: match[0].toLowerCase(), at: match.index }));
  return words.flatMap(({ word, at }, index): Change[] => {
    if (!['and', 'or', 'where'].includes(word)) return [];
    if (word === 'and' && isOfBetween(words.slice(0, index))) return [];
    const end = endOf(words.slice(index + 1), text.trimEnd().length);
    const isWhere = word === 'where';
    const start = isWhere ? at + word.length : at;
    return [{ operator: 'where', start, end, put: isWhere ? ' true ' : '' }];
  });
}

interface Word {
  word: string;
  at: number;
}

function endOf(words: readonly Word[], last: number): number {
  let depth = 0;
  let between = false;
  let before = '';
  for (const { word, at } of words) {
    if (word === '(') depth++;
    else if (word === ')' && depth-- === 0) return at;
    else if (depth === 0) {
      if (word === 'between') between = true;
      else if (between && word === 'and') between = false;
      else if (word === ',' || (ENDS.has(word) && before !== 'distinct')) return at;
    }
    before = word;
  }
  return last;
}

/** Tells whether the next `and` belongs to a `between`. */
function isOfBetween(words: readonly Word[]): boolean {
  let depth = 0;
  for (const { word } of words.toReversed()) {
    if (word === ')') depth++;
    else if (word === '(' && depth-- === 0) return false;
    else if (depth === 0 && word === 'between') return true;
    else if (depth === 0 && ENDS.has(word)) return false;
  }
  return false;
}

const SIGNS: Readonly<Record<string, Pick<Change, 'operator' | 'put'>>> = {
  '<': { operator: 'boundary', put: '<=' },
  '<=': { operator: 'boundary', put: '<' },
  '>': { operator: 'boundary', put: '>=' },
  '>=': { operator: 'boundary', put: '>' },
  '<>': { operator: 'equality', put: '=' },
  '+': { operator: 'arithmetic', put: '-' },
  '-': { operator: 'arithmetic', put: '+' },
};

const signs = (text: string): Change[] =>
  [...text.matchAll(/(?<=\s)(<=|>=|<>|<|>|\+|-)(?=\s)/g)].flatMap(({ 0: sign, index }): Change[] => {
    const change = SIGNS[sign];
    return change ? [{ ...change, start: index, end: index + sign.length }] : [];
  });

const LOCK = /\bfor (no key )?update( of \w+)?( skip locked)?|\bskip locked\b/gi;

const locks = (text: string): Change[] =>
  [...text.matchAll(LOCK)].map(({ 0: lock, index }) => ({
    operator: 'lock',
    start: index,
    end: index + lock.length,
    put: '',
  }));

const states = (raw: string, text: string, file: string): Change[] =>
  [...raw.matchAll(/'(\w+)'/g)].flatMap(({ 0: quoted, 1: word = '', index }): Change[] => {
    const other = text[index] === "'" ? otherState(word, file) : undefined;
    if (other === undefined) return [];
    return [{ operator: 'state', start: index, end: index + quoted.length, put: `'${other}'` }];
  });
