import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { rateRows } from '../../../db/schema/index.ts';
import { type FileAnswer, csvFile } from '../../platform/kit/answer.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { POUNDS } from './files/file-rows.ts';
import { readDeck } from './list-decks.ts';

const ROWS_AT_ONCE = 5000;
const COLUMNS = ['prefix', 'name', 'rate', 'fee', 'first interval', 'next interval', 'country', 'network', 'blocked'];

/** The rows of a deck that hold now, as a file that can be imported again. @throws not_found */
export async function exportDeck({ db, now }: { db: Queryable; now: Date }, deckId: string): Promise<FileAnswer> {
  const deck = await readDeck({ db, now }, deckId);
  const words = deck.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const { currency } = deck;
  const columns = COLUMNS.map((name) => (currency !== POUNDS && name === 'rate' ? `rate (${currency})` : name));
  return csvFile(`${words}-${now.toISOString().slice(0, 10)}`, columns, linesOf(db, deckId, now));
}

async function* linesOf(db: Queryable, deckId: string, now: Date): AsyncGenerator<string[][]> {
  let after = '';
  for (;;) {
    const rows = await db
      .select()
      .from(rateRows)
      .where(
        and(
          eq(rateRows.deckId, deckId),
          gt(rateRows.prefix, after),
          lte(rateRows.validFrom, now),
          or(isNull(rateRows.validUntil), gt(rateRows.validUntil, now)),
        ),
      )
      .orderBy(asc(rateRows.prefix))
      .limit(ROWS_AT_ONCE);
    yield rows.map(cellsOf);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.prefix;
  }
}

const cellsOf = (row: typeof rateRows.$inferSelect): string[] => [
  row.prefix,
  row.name,
  row.saidRate ?? formatMoney(row.rate, 4),
  row.saidFee ?? formatMoney(row.fee, 4),
  String(row.firstInterval),
  String(row.nextInterval),
  row.country ?? '',
  row.network ?? '',
  row.blocked ? 'yes' : '',
];
