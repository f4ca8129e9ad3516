import { FileAnswer } from './answer.ts';
import type { Clock } from './clock.ts';
import { csvLine } from './csv.ts';

const ROWS_AT_ONCE = 1000;

type Cells = readonly string[];

/**
 * A CSV file for saving. It is read batch by batch, as fast as the client takes it, so that even a very large file
 * holds neither memory nor a database connection.
 * @param name without its ending
 */
export function csvFile(name: string, columns: Cells, batches: AsyncIterable<readonly Cells[]>): FileAnswer {
  const contentType = 'text/csv; charset=utf-8; header=present';
  return new FileAnswer({ name: `${name}.csv`, contentType, keeping: 'nobody' }, csvChunks(columns, batches));
}

export async function* csvChunks(columns: Cells, batches: AsyncIterable<readonly Cells[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvLine(columns));
  for await (const rows of batches) if (rows.length > 0) yield encoder.encode(rows.map(csvLine).join(''));
}

/** The source of a list's CSV file. */
interface CsvList<Row extends { id: string }> {
  /** The beginning of the file's name; the day follows. */
  name: string;
  columns: Cells;
  /** The rows after the one with the id `before`, in the order of the file. */
  readPage: (page: { limit: number; before: string | undefined }) => Promise<readonly Row[]>;
  cellsOf: (row: Row) => Cells;
}

/** A list as a CSV file, read page by page. */
export const csvList = <Row extends { id: string }>({ clock }: { clock: Clock }, list: CsvList<Row>): FileAnswer =>
  csvFile(`${list.name}-${clock.now().toISOString().slice(0, 10)}`, list.columns, pagesOf(list));

async function* pagesOf<Row extends { id: string }>({ readPage, cellsOf }: CsvList<Row>): AsyncGenerator<Cells[]> {
  let rows: readonly Row[];
  let before: string | undefined;
  do {
    rows = await readPage({ limit: ROWS_AT_ONCE, before });
    before = rows.at(-1)?.id;
    yield rows.map(cellsOf);
  } while (rows.length === ROWS_AT_ONCE);
}
