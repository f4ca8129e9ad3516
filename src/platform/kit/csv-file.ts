import { FileAnswer } from './answer.ts';
import type { Clock } from './clock.ts';
import { csvLine } from './csv.ts';

const ROWS_AT_ONCE = 1000;

/** The source of a CSV file. */
export interface CsvSource<Row extends { id: string }> {
  /** The beginning of the file's name; the day follows. */
  name: string;
  columns: readonly string[];
  /** The rows after the one with the id `before`, in the order of the file. */
  readPage: (page: { limit: number; before: string | undefined }) => Promise<readonly Row[]>;
  cellsOf: (row: Row) => readonly string[];
}

/**
 * A CSV file for saving. It is read page by page, as fast as the client takes it, so that even a very large file
 * holds neither memory nor a database connection.
 */
export function csvFile<Row extends { id: string }>({ clock }: { clock: Clock }, source: CsvSource<Row>): FileAnswer {
  const name = `${source.name}-${clock.now().toISOString().slice(0, 10)}.csv`;
  const contentType = 'text/csv; charset=utf-8; header=present';
  return new FileAnswer({ name, contentType, keeping: 'nobody' }, chunksOf(source));
}

async function* chunksOf<Row extends { id: string }>({
  columns,
  readPage,
  cellsOf,
}: CsvSource<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvLine(columns));
  let rows: readonly Row[];
  let before: string | undefined;
  do {
    rows = await readPage({ limit: ROWS_AT_ONCE, before });
    before = rows.at(-1)?.id;
    if (rows.length > 0) yield encoder.encode(rows.map((row) => csvLine(cellsOf(row))).join(''));
  } while (rows.length === ROWS_AT_ONCE);
}
