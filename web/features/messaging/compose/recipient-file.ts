import type { Fields } from '../../../../src/shared/personal-text.ts';
import { type MendedLine, type NumberReader, numberReader, rest, type WrongLine } from './recipients.ts';

/** The facts about a file's recipients once a column of numbers is chosen. */
export interface RecipientFile {
  /** The numbers in E.164, each once, in their order. */
  numbers: string[];
  /** How each stands in the file. */
  written: string[];
  /** The values under the headings, one row per number; for a number that is named twice the first row. */
  fields: Fields[];
  /** Numbers that lacked something. */
  mended: MendedLine[];
  /** How many rows repeat a number. */
  repeated: number;
  /** Rows without a number; lines count from 1. */
  wrong: WrongLine[];
  /** The column of the numbers, from 0, and what each column is called; null where it has no heading. */
  column: number;
  headings: (string | null)[];
  /** The headings that a message may name. */
  columns: string[];
}

/** Larger than 100,000 rows with a few columns. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

const PHONE = /^'?\+?[\d\s().\-/]{7,24}$/;
/** A name may stand between braces, as long as the server takes it. */
const NAME = /^[^{}\r\n]{1,64}$/;
/** So many rows say which column is the one with the numbers. */
const SAMPLE = 50;

/**
 * Finds the recipients in a table, with or without a heading.
 * @param column the column of the numbers, from 0; null: it is guessed
 * @param country of numbers without a country's code; blank: such numbers are wrong
 */
export async function readRecipients(
  table: readonly (readonly string[])[],
  { column: chosen, country }: { column: number | null; country: string },
): Promise<RecipientFile> {
  const { read, visible } = await numberReader(country);
  const begin = table.findIndex((row) => row.some(Boolean));
  const top = table[begin] ?? [];
  const column = chosen ?? phoneColumn(table, read);
  const heading = top[column] ?? '';
  const hasHeading = begin < table.length - 1 && !isPhone(heading) && /\p{L}/u.test(heading);
  const width = table.slice(0, SAMPLE).reduce((most, row) => Math.max(most, row.length), 0);
  const file: RecipientFile = {
    ...{ numbers: [], written: [], fields: [], mended: [], repeated: 0, wrong: [], column },
    headings: Array.from({ length: width }, (_, at) => (hasHeading ? (top[at] ?? '') || null : null)),
    columns: hasHeading ? [...new Set(top.filter((name) => NAME.test(name)))] : [],
  };
  const seen = new Set<string>();
  for (const [index, row] of table.entries()) {
    await rest(index);
    const text = visible(row[column] ?? '');
    if (!row.some(Boolean) || (hasHeading && index === begin)) continue;
    const line = index + 1;
    const found = text === '' ? 'empty' : read(text);
    if (typeof found === 'string')
      file.wrong.push({ line, text: text || row.filter(Boolean).join(' · '), fault: found });
    else if (seen.has(found.number)) file.repeated += 1;
    else {
      seen.add(found.number);
      file.numbers.push(found.number);
      file.written.push(text);
      file.fields.push(hasHeading ? toFields(top, row) : {});
      if (found.isMended) file.mended.push({ line, text, number: found.number });
    }
  }
  return file;
}

/** A cell may run over several lines, a value may not. The first of two columns of the same name counts. */
const toFields = (headings: readonly string[], row: readonly string[]): Fields =>
  Object.fromEntries(
    headings.map((name, index) => [name, (row[index] ?? '').replace(/\s+/g, ' ')] as const).toReversed(),
  );

const isPhone = (cell: string): boolean => PHONE.test(cell) && cell.replace(/\D/g, '').length >= 7;

const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/;

/** A number that is known to be one tells more than digits, which may be anything. */
function weightOf(cell: string, read: NumberReader): number {
  const found = read(cell);
  if (found === 'rounded') return 1;
  if (!isPhone(cell) || DATE.test(cell)) return 0;
  return typeof found === 'string' ? 1 : 2;
}

/** How columns of telephone numbers are called, in the ten languages. */
const HEADING =
  /phone|mobil|cell|tel[eé]?f|^tel|handy|gsm|whatsapp|msisdn|m[oó]vil|телефон|моб|هاتف|جوال|电话|手机|電話|携帯/i;

/** The column with the most numbers among the first rows; the first where none has any. */
function phoneColumn(table: readonly (readonly string[])[], read: NumberReader): number {
  const counts: number[] = [];
  for (const row of table.slice(0, SAMPLE)) {
    for (const [index, cell] of row.entries()) counts[index] = (counts[index] ?? 0) + weightOf(cell, read);
  }
  // Where two columns could be it, their names decide.
  const named = counts.map((count, index) =>
    table.slice(0, 2).some((row) => HEADING.test(row[index] ?? '')) ? count * 1.5 : count,
  );
  return Math.max(0, named.indexOf(Math.max(0, ...named)));
}

/** A first line of Excel's that names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** CSV with its quotes; the separator is what a line for Excel names, or what the first line has most of. */
export function parseTable(content: string): string[][] {
  const text = content.replace(SEPARATOR_LINE, '');
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const [frequent = ','] = [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length);
  const named = SEPARATOR_LINE.exec(content)?.[1] ?? '';
  const separator = [',', ';', '\t', '|'].includes(named) ? named : frequent;
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))([${separator}]|\\r\\n|\\r|\\n|$)`, 'g');
  for (const [whole, quoted, plain, end] of text.matchAll(cells)) {
    if (whole === '' && row.length === 0) break;
    row.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
