import type { FileAnswer } from '../../../platform/kit/answer.ts';
import { csvList } from '../../../platform/kit/csv-file.ts';
import type { Deps } from '../../deps.ts';
import { readOptOuts } from './list.ts';

const COLUMNS = ['number', 'source', 'word', 'at'] as const;

/** The list as a CSV file, read page by page while the client takes it. */
export const exportFile = (deps: Deps, userId: string): FileAnswer =>
  csvList(deps, {
    name: 'opt-outs',
    columns: COLUMNS,
    readPage: (page) => readOptOuts(deps, { userId, ...page }),
    cellsOf: (row) => COLUMNS.map((column) => row[column] ?? ''),
  });
