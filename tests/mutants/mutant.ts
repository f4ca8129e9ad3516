import { createHash } from 'node:crypto';

/** The kinds of small changes. */
export type Operator =
  | 'condition'
  | 'boundary'
  | 'equality'
  | 'logic'
  | 'arithmetic'
  | 'literal'
  | 'return'
  | 'statement'
  | 'where'
  | 'lock'
  | 'state';

/** A change of a text: what stands from `start` to `end` becomes `put`. */
export interface Change {
  operator: Operator;
  start: number;
  end: number;
  put: string;
}

/** A small change of one source file, which a test should notice. */
export interface Mutant extends Change {
  /** The same as long as the line and the change are: other lines may move it. */
  id: string;
  file: string;
  line: number;
  /** The earlier text, on one line. */
  before: string;
}

/** The mutants of a file's changes. Of changes that look the same, each has an id by its place among them. */
export function named(file: string, text: string, changes: readonly Change[]): Mutant[] {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const before = oneLine(text.slice(change.start, change.end));
    const line = text.slice(0, change.start).split('\n').length;
    const around = oneLine(text.split('\n')[line - 1] ?? '');
    const look = [file, change.operator, around, before, oneLine(change.put)].join('\n');
    const place = seen.get(look) ?? 0;
    seen.set(look, place + 1);
    const id = createHash('sha256').update(`${look}\n${place}`).digest('hex').slice(0, 10);
    return { ...change, id, file, line, before };
  });
}

/** The source with the change in it. */
export const applied = (text: string, { start, end, put }: Change): string =>
  text.slice(0, start) + put + text.slice(end);

/** A text without its line breaks and indentation. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A mutant for a reader: its place and both texts. */
export const shown = ({ file, line, operator, before, put }: Mutant): string =>
  `${file}:${line} ${operator}: ${shortened(before)} → ${shortened(oneLine(put)) || 'nothing'}`;

const shortened = (text: string): string => (text.length > 90 ? `${text.slice(0, 88)} …` : text);
