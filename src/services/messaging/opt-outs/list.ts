import { and, desc, eq, like, lt } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import { type FileAnswer, Page, csvList } from '../../../platform/kit/answer.ts';
import type { Deps } from '../../deps.ts';
import type { OptOut } from './contract.ts';
import { searchedDigits } from '../../../shared/searched-digits.ts';

interface ListQuery {
  userId: string;
  search?: string;
  /** The last row of the page before. */
  before?: string | undefined;
  limit: number;
}

export const presentOptOut = ({ id, number, source, word, ownNumber, at }: typeof optOuts.$inferSelect): OptOut => ({
  id,
  number,
  source,
  word,
  ownNumber,
  at: at.toISOString(),
});

/** The numbers that want no messages from an account, newest first. */
export const listOptOuts = async (deps: Pick<Deps, 'db'>, { limit, ...query }: ListQuery): Promise<Page<OptOut>> =>
  Page.of(await readOptOuts(deps, { ...query, limit: limit + 1 }), limit);

/** The same as rows; a number may be searched for with blanks and brackets in it. */
async function readOptOuts(
  { db }: Pick<Deps, 'db'>,
  { userId, search = '', before, limit }: ListQuery,
): Promise<OptOut[]> {
  const digits = searchedDigits(search);
  const rows = await db
    .select()
    .from(optOuts)
    .where(
      and(
        eq(optOuts.userId, userId),
        search === '' ? undefined : like(optOuts.number, digits === '' ? '-' : `%${digits}%`),
        before ? lt(optOuts.id, before) : undefined,
      ),
    )
    .orderBy(desc(optOuts.id))
    .limit(limit);
  return rows.map(presentOptOut);
}

const COLUMNS = ['number', 'source', 'word', 'at'] as const;

/** The list as a CSV file, read page by page while the client takes it. */
export const exportFile = (deps: Deps, userId: string): FileAnswer =>
  csvList(deps, {
    name: 'opt-outs',
    columns: COLUMNS,
    readPage: (page, late) => readOptOuts(late, { userId, ...page }),
    cellsOf: (row) => COLUMNS.map((column) => row[column] ?? ''),
  });
