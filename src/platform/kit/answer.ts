import type { Clock } from './clock.ts';
import { csvLine } from './csv.ts';

/** JSON text that is known to have the response's shape, because a statement listed its columns. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** One page of a list. `next` is the id that the next page starts before; null on the last page. */
export class Page<Row> {
  constructor(
    readonly rows: readonly Row[] | RawJson,
    readonly next: string | null,
  ) {}

  /** Does the same as `of`, for rows whose shape is already the response's: a column list and a presenter made them. */
  static json<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    const { rows: shown, next } = Page.of(rows, limit);
    return new Page<Row>(new RawJson(JSON.stringify(shown)), next);
  }

  /** Takes rows that were read with one more than the limit: the extra row says that there is more. */
  static of<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    return Page.from(rows, limit, (row) => row);
  }

  /** Does the same for rows that are shown in another shape. */
  static from<Row, Shown extends { id: string }>(
    rows: readonly Row[],
    limit: number,
    present: (row: Row) => Shown,
  ): Page<Shown> {
    const shown = rows.slice(0, limit).map(present);
    return new Page(shown, rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
  }
}

/** An answer as it is sent, stored with the change that caused it. */
export interface StoredAnswer {
  status: number;
  text: string;
}

/**
 * The caches that may keep a file: none; its reader's, which must ask each time whether the copy may still be
 * used; or everybody's, for an hour.
 */
type Keeping = 'nobody' | 'owner' | 'everybody';

export interface FileFacts {
  contentType: string;
  /** The file name for saving; null for what is only shown in a page. */
  name: string | null;
  /** A browser shows it instead of saving it. */
  shown?: boolean;
  keeping: Keeping;
  /** Changes with the content, so that a browser can ask whether its copy is still current. */
  version?: string;
}

/** The whole file, of which a part may be requested; or its pieces, made while they are read. */
type FileContent = (() => Promise<Uint8Array<ArrayBuffer>>) | AsyncGenerator<Uint8Array>;

/** A file that a verb returns. The edge makes an HTTP answer from it. */
export class FileAnswer {
  /** @param content read only when needed, so not where the browser's own copy is still current */
  constructor(
    readonly facts: FileFacts,
    readonly content: FileContent,
  ) {}
}

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

/** The first rows come with the head: what cannot be read is refused before an answer begins. */
export async function* csvChunks(columns: Cells, batches: AsyncIterable<readonly Cells[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let head = csvLine(columns);
  for await (const rows of batches) {
    const text = head + rows.map(csvLine).join('');
    head = '';
    if (text !== '') yield encoder.encode(text);
  }
  if (head !== '') yield encoder.encode(head);
}

interface CsvDeps {
  clock: Clock;
  replica: { read<D extends object, Result>(deps: D, work: (late: D) => Promise<Result>): Promise<Result> };
}

/** The source of a list's CSV file. */
interface CsvList<D, Row extends { id: string }> {
  /** The beginning of the file's name; the day follows. */
  name: string;
  columns: Cells;
  /** The rows after the one with the id `before`, in the order of the file, by the replica. */
  readPage: (page: { limit: number; before: string | undefined }, deps: D) => Promise<readonly Row[]>;
  cellsOf: (row: Row) => Cells;
}

/** A list as a CSV file, read page by page. */
export const csvList = <D extends CsvDeps, Row extends { id: string }>(deps: D, list: CsvList<D, Row>): FileAnswer =>
  csvFile(`${list.name}-${deps.clock.now().toISOString().slice(0, 10)}`, list.columns, pagesOf(deps, list));

async function* pagesOf<D extends CsvDeps, Row extends { id: string }>(
  deps: D,
  { readPage, cellsOf }: CsvList<D, Row>,
): AsyncGenerator<Cells[]> {
  let rows: readonly Row[];
  let before: string | undefined;
  do {
    rows = await deps.replica.read(deps, (late) => readPage({ limit: ROWS_AT_ONCE, before }, late));
    before = rows.at(-1)?.id;
    yield rows.map(cellsOf);
  } while (rows.length === ROWS_AT_ONCE);
}
