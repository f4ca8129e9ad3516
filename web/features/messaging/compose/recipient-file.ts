import type { Fields } from '../../../../src/services/messaging/sending/personal-text.ts';

/** A file of recipients: a table, or one number per line. */
export interface RecipientFile {
  /** The numbers as they stand in it, one per row. */
  numbers: string[];
  /** The heading of the column they were taken from; null where it has none. */
  column: string | null;
  /** The headings of its columns, which a message may name; none where it has no headings. */
  columns: string[];
  /** What stands under those headings, one per number. */
  rows: Fields[];
}

/** Larger than 100,000 rows with a few columns. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

const PHONE = /^\+?[\d\s().\-/]{7,24}$/;
/** What may stand between braces, as long as the server takes it. */
const NAME = /^[^{}\r\n]{1,64}$/;
/** So many rows say which column is the one with the numbers. */
const SAMPLE = 50;

/** Finds the numbers in a text file, with any separator between its columns, with or without a heading. */
export function readRecipientFile(content: string): RecipientFile {
  const rows = parseTable(content);
  const column = phoneColumn(rows);
  const heading = rows[0]?.[column] ?? '';
  const hasHeading = rows.length > 1 && !isPhone(heading) && /\p{L}/u.test(heading);
  const headings = hasHeading ? (rows[0] ?? []) : [];
  const named = (hasHeading ? rows.slice(1) : rows).filter((row) => row[column]);
  return {
    numbers: named.map((row) => row[column] ?? ''),
    column: hasHeading ? heading : null,
    columns: [...new Set(headings.filter((name) => NAME.test(name)))],
    rows: named.map((row) => toFields(headings, row)),
  };
}

/** A cell may run over several lines, a value may not. The first of two columns of the same name counts. */
const toFields = (headings: readonly string[], row: readonly string[]): Fields =>
  Object.fromEntries(
    headings.map((name, index) => [name, (row[index] ?? '').replace(/\s+/g, ' ')] as const).toReversed(),
  );

const isPhone = (cell: string): boolean => PHONE.test(cell) && cell.replace(/\D/g, '').length >= 7;

const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/;
/** A number with its country tells more than digits, which may be anything. */
const isCertain = (cell: string): boolean => /^(\+|00)[1-9]/.test(cell);
const weightOf = (cell: string): number => (!isPhone(cell) || DATE.test(cell) ? 0 : isCertain(cell) ? 2 : 1);

/** The column with the most numbers among the first rows; the first where none has any. */
function phoneColumn(rows: readonly string[][]): number {
  const counts: number[] = [];
  for (const row of rows.slice(0, SAMPLE)) {
    for (const [index, cell] of row.entries()) counts[index] = (counts[index] ?? 0) + weightOf(cell);
  }
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)));
}

/** A first line of Excel's that names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** CSV with its quotes; the separator is what a line for Excel names, or what the first line has most of. */
function parseTable(content: string): string[][] {
  const text = content.replace(SEPARATOR_LINE, '');
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const [frequent = ','] = [',', ';', '\t'].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  const named = SEPARATOR_LINE.exec(content)?.[1] ?? '';
  const separator = [',', ';', '\t', '|'].includes(named) ? named : frequent;
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))([${separator}]|\\r\\n|\\r|\\n|$)`,
    'g',
  );
  for (const [whole, quoted, plain, end] of text.matchAll(cells)) {
    if (whole === '' && row.length === 0) break;
    row.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
    if (end === separator) continue;
    if (row.some(Boolean)) rows.push(row);
    row = [];
  }
  return rows;
}
