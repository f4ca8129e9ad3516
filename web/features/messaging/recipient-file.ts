/** A file of recipients: a table, or one number per line. */
export interface RecipientFile {
  /** The numbers as they stand in it, one per row. */
  numbers: string[];
  /** The heading of the column they were taken from; null where it has none. */
  column: string | null;
}

/** Larger than 100,000 rows with a few columns. */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

const PHONE = /^\+?[\d\s().\-/]{7,24}$/;
/** So many rows say which column is the one with the numbers. */
const SAMPLE = 50;

/** Finds the numbers in a text file: whatever separates its columns, with a heading or without. */
export function readRecipientFile(content: string): RecipientFile {
  const rows = parseTable(content.replace(/^\uFEFF/, ''));
  const column = phoneColumn(rows);
  const heading = rows[0]?.[column] ?? '';
  const hasHeading = rows.length > 1 && !isPhone(heading) && /\p{L}/u.test(heading);
  return {
    numbers: (hasHeading ? rows.slice(1) : rows).map((row) => row[column] ?? '').filter(Boolean),
    column: hasHeading ? heading : null,
  };
}

const isPhone = (cell: string): boolean => PHONE.test(cell) && cell.replace(/\D/g, '').length >= 7;

/** The column with the most numbers among the first rows; the first where none has any. */
function phoneColumn(rows: readonly string[][]): number {
  const counts: number[] = [];
  for (const row of rows.slice(0, SAMPLE)) {
    for (const [index, cell] of row.entries()) counts[index] = (counts[index] ?? 0) + (isPhone(cell) ? 1 : 0);
  }
  return Math.max(0, counts.indexOf(Math.max(0, ...counts)));
}

/** CSV with its quotes; the separator is what the first line has most of. */
function parseTable(text: string): string[][] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const [separator = ','] = [',', ';', '\t'].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))(${separator}|\\r\\n|\\r|\\n|$)`,
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
