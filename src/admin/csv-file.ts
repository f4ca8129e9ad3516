import type { Deps } from '../accounts/deps.ts';
import { csvLine } from '../platform/kit/csv.ts';

const ROWS_AT_ONCE = 1000;

/** What a file is made of. */
export interface CsvSource<Row extends { id: string }> {
  /** What the file's name begins with; the day follows. */
  name: string;
  columns: readonly string[];
  /** The rows below the one with the id `before`, in the order of the file. */
  readPage: (page: { limit: number; before: string | undefined }) => Promise<readonly Row[]>;
  cellsOf: (row: Row) => readonly string[];
}

/**
 * A CSV file to be saved. Read page by page as the reader takes it, so that neither memory nor a database
 * connection is held however many rows there are.
 */
export function csvFile<Row extends { id: string }>(
  { clock }: Pick<Deps, 'clock'>,
  source: CsvSource<Row>,
): Response {
  const fileName = `${source.name}-${clock.now().toISOString().slice(0, 10)}.csv`;
  return new Response(streamOf(source), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function streamOf<Row extends { id: string }>({
  columns,
  readPage,
  cellsOf,
}: CsvSource<Row>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: string | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(columns))),
    pull: async (controller) => {
      const rows = await readPage({ limit: ROWS_AT_ONCE, before });
      before = rows.at(-1)?.id;
      const lines = rows.map((row) => csvLine(cellsOf(row)));
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
      if (lines.length < ROWS_AT_ONCE) controller.close();
    },
  });
}
