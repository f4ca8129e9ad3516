import { FileAnswer } from '../../../platform/kit/answer.ts';
import { csvLine } from '../../../platform/kit/csv.ts';
import type { Deps } from '../../deps.ts';
import { readOptOuts } from './list.ts';

const COLUMNS = ['number', 'source', 'word', 'at'] as const;
const ROWS_AT_ONCE = 1000;

/** The list as a CSV file, read page by page while the client takes it. */
export function exportFile(deps: Deps, userId: string): FileAnswer {
  const name = `opt-outs-${deps.clock.now().toISOString().slice(0, 10)}.csv`;
  const contentType = 'text/csv; charset=utf-8; header=present';
  return new FileAnswer({ name, contentType, keeping: 'nobody' }, chunks(deps, userId));
}

async function* chunks(deps: Deps, userId: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvLine(COLUMNS));
  for (let before: string | undefined; ;) {
    const rows = await readOptOuts(deps, { userId, before, limit: ROWS_AT_ONCE });
    const lines = rows.map((row) => csvLine(COLUMNS.map((column) => row[column] ?? '')));
    if (lines.length > 0) yield encoder.encode(lines.join(''));
    if (rows.length < ROWS_AT_ONCE) return;
    before = rows.at(-1)?.id;
  }
}
