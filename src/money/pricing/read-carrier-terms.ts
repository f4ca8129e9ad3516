import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import type { CallTerms } from './call-cost.ts';
import { rateRowSql } from './price-sql.ts';

/** Reads the price in a carrier's list for a call to a number at a moment; null if it has none. */
export async function readCarrierTerms(
  db: Queryable,
  { carrier, number, at }: { carrier: string; number: string; at: Date },
): Promise<CallTerms | null> {
  const asked = rateRowSql(
    template`c.id`,
    template`${number.slice(1)}::text`,
    template`${at.toISOString()}::timestamptz`,
  );
  const [row] = await db.execute<{
    rate: string;
    fee: string;
    first_interval: number;
    next_interval: number;
  }>(template`
    select a.rate, a.fee, a.first_interval, a.next_interval
    from rate_decks c cross join lateral (${asked}) a
    where c.kind = 'cost' and c.service = 'voice' and c.carrier = ${carrier} and not a.blocked`);
  if (!row) return null;
  return {
    rate: parseMoney(row.rate),
    fee: parseMoney(row.fee),
    firstInterval: row.first_interval,
    nextInterval: row.next_interval,
  };
}
