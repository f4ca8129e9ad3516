import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { rateRows } from '../../../db/schema/index.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { POUNDS } from './files/file-rows.ts';
import { readDeck } from './list-decks.ts';

const ROWS_AT_ONCE = 5000;
const COLUMNS = ['prefix', 'name', 'rate', 'fee', 'first interval', 'next interval', 'country', 'network', 'blocked'];

/** The rows of a deck that hold now, as a file that can be imported again. @throws not_found */
export async function exportDeck({ db, now }: { db: Queryable; now: Date }, deckId: string): Promise<FileAnswer> {
  const deck = await readDeck({ db, now }, deckId);
  const words = deck.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const name = `${words}-${now.toISOString().slice(0, 10)}.csv`;
  const contentType = 'text/csv; charset=utf-8; header=present';
  const { currency } = deck;
  return new FileAnswer({ name, contentType, keeping: 'nobody' }, chunksOf(db, { deckId, currency, now }));
}

async function* chunksOf(
  db: Queryable,
  { deckId, currency, now }: { deckId: string; currency: string; now: Date },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const named = (column: string) => (currency !== POUNDS && column === 'rate' ? `rate (${currency})` : column);
  yield encoder.encode(csvLine(COLUMNS.map(named)));
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
    if (rows.length > 0) yield encoder.encode(rows.map(lineOf).join(''));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.prefix;
  }
}

const lineOf = (row: typeof rateRows.$inferSelect): string =>
  csvLine([
    row.prefix,
    row.name,
    row.saidRate ?? formatMoney(row.rate, 4),
    row.saidFee ?? formatMoney(row.fee, 4),
    String(row.firstInterval),
    String(row.nextInterval),
    row.country ?? '',
    row.network ?? '',
    row.blocked ? 'yes' : '',
  ]);
