import { sql as template } from 'drizzle-orm';
import type { Driver } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import type { CallTerms } from './call-cost.ts';
import { rateRowSql } from './rate-row-sql.ts';

const readTerms = prepared<
  { carrier: string; digits: string; at: Date },
  { rate: string; fee: string; first_interval: number; next_interval: number }
>(
  (p) => template`
    select a.rate, a.fee, a.first_interval, a.next_interval
    from rate_decks c
    cross join lateral (${rateRowSql(template`c.id`, template`${p.digits}::text`, template`${p.at}::timestamptz`)}) a
    where c.kind = 'cost' and c.service = 'voice' and c.carrier = ${p.carrier} and not a.blocked`,
);

/** Reads the price in a carrier's list for a call to a number at a moment; null if it has none. */
export async function readCarrierTerms(
  client: Driver,
  { carrier, number, at }: { carrier: string; number: string; at: Date },
): Promise<CallTerms | null> {
  const [row] = await readTerms(client, { carrier, digits: number.slice(1), at });
  if (!row) return null;
  return {
    rate: parseMoney(row.rate),
    fee: parseMoney(row.fee),
    firstInterval: row.first_interval,
    nextInterval: row.next_interval,
  };
}
