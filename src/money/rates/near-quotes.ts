import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type CoinId, ROOM_GBP } from '../payments/catalogue.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';

/** A payment that arrived at an address of ours that many customers are given. */
interface ArrivedShared {
  coinId: CoinId;
  address: string;
  /** In the coin, a decimal string. */
  amount: string;
  /** The account whose own quotes do not count; null: everybody's do. */
  userId: string | null;
  /** The latest time at which it had arrived: quotes that were made later do not count. */
  by: Date;
}

/** A quote that may have been paid, less a fee. */
export interface NearQuote {
  quoteId: string;
  userId: string;
  email: string;
  fullName: string;
  cryptoAmount: string;
}

/** Exchanges take off at most this share of a payment. */
const MOST_FEE = '1.1';
/** A quote that ended longer ago than this is hardly paid any more. */
const LATELY_HOURS = 24;
const MOST = 10;

/**
 * The quotes for a shared address that ask for up to a tenth more than what arrived: each of them may have been paid,
 * because exchanges take their fee out of what is sent. The nearest amount comes first.
 * @param samePrice whether those count that differ only by the last digits that each quote has of its own
 */
export async function findNearQuotes(
  db: Queryable,
  { coinId, address, amount, userId, by }: ArrivedShared,
  { samePrice }: { samePrice: boolean },
): Promise<NearQuote[]> {
  const least = samePrice ? template`0` : template`q.rate::numeric * ${ROOM_GBP}::numeric`;
  // Block times are in whole seconds.
  const latest = new Date(by.getTime() + SECOND_MS - 1).toISOString();
  const rows = await db.execute<NearQuote & Record<string, unknown>>(template`
    select q.id as "quoteId", u.id as "userId", u.email, u.full_name as "fullName",
      q.crypto_amount::text as "cryptoAmount"
    from quotes q join users u on u.id = q.user_id
    where q.cryptocurrency = ${coinId} and q.address = ${address} and q.has_own_amount and not q.own_address
      and q.user_id is distinct from ${userId}::uuid
      and q.crypto_amount > ${amount}::numeric and q.crypto_amount <= ${amount}::numeric * ${MOST_FEE}::numeric
      and q.crypto_amount > ${amount}::numeric + ${least}
      and q.created_at <= ${latest}::timestamptz
      and q.expires_at > ${by.toISOString()}::timestamptz - make_interval(hours => ${LATELY_HOURS}::int)
      and not exists (select from transactions t where t.quote_id = q.id and t.status = 'verified')
    order by q.crypto_amount, q.id limit ${MOST}::int`);
  return [...rows];
}
