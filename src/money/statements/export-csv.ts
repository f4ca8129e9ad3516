import type { Deps } from '../deps.ts';
import { type FileAnswer, csvChunks } from '../../platform/kit/answer.ts';
import { type FoundStatement, getStatement } from './get-statement.ts';
import type { Period } from './period.ts';
import { readOldestFirst } from './read-lines.ts';
import type { StatementLine } from './contract.ts';
import { sourcesText } from './texts.ts';
import { statementFile } from './statement-file.ts';

const COLUMNS = ['at', 'id', 'type', 'description', 'amount', 'balanceAfter'] as const;
/** Empty where nothing was paid in a coin. */
const COIN_COLUMNS = ['cryptocurrency', 'cryptoAmount', 'rate', 'rateSources'] as const;

/** A statement as CSV: its lines, oldest first, read while the client takes them. @throws not_found */
export async function exportCsv(
  deps: Deps,
  { userId, period, type }: { userId: string; period: Period; type: string | undefined },
): Promise<FileAnswer> {
  const found = await getStatement(deps, { userId, period, type });
  return statementFile(period, 'csv', csvChunks([...COLUMNS, ...COIN_COLUMNS], rowsOf(deps, userId, found, type)));
}

async function* rowsOf(deps: Deps, userId: string, { after, upto }: FoundStatement, type?: string) {
  for await (const lines of readOldestFirst(deps.sql, { userId, after, upto, type })) {
    yield lines.map((line) => [...COLUMNS.map((column) => line[column]), ...coinCells(line)]);
  }
}

function coinCells({ quoted }: StatementLine): string[] {
  if (!quoted) return COIN_COLUMNS.map(() => '');
  const { cryptocurrency, cryptoAmount, rate } = quoted;
  return [cryptocurrency, cryptoAmount, rate, sourcesText(quoted)];
}
