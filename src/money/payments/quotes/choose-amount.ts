import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import { type CoinId, findCoin } from '../catalogue.ts';
import { coinAmount } from '../../../shared/coin-amount.ts';
import { freeAmount, MOST_STEPS, SHOWN_PLACES } from './free-amount.ts';

/** For this long after a quote has ended no other quote gets its amount, because it may still be paid. */
export const HELD_DAYS = 7;

/**
 * Chooses an amount of the coin that no other quote for the address has. Choices for one address wait for each other,
 * and a unique index enforces the result.
 * @returns a decimal string with 8 places
 * @throws unavailable (every near amount is taken)
 */
export async function chooseAmount(
  tx: Transaction,
  { coinId, address, amount, rate }: { coinId: CoinId; address: string; amount: Money; rate: string },
): Promise<string> {
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`quotes\n${coinId}\n${address}`}, 0))`);
  const places = findCoin(coinId)?.quotePlaces ?? SHOWN_PLACES;
  const due = coinAmount(formatMoney(amount), rate);
  // The amount of a quote that can no longer be paid may be used again.
  const held = await tx.db.execute<{ amount: string }>(template`
    with near as (
      select id, crypto_amount, expires_at < ${tx.now.toISOString()}::timestamptz - make_interval(days => ${HELD_DAYS}::int) as over
      from quotes
      where cryptocurrency = ${coinId} and address = ${address} and holds_amount
        and crypto_amount between ${due}::numeric
          and ${due}::numeric + ${MOST_STEPS + 1}::int / 10::numeric ^ ${places}::int
    ),
    released as (update quotes q set holds_amount = false from near where near.id = q.id and near.over)
    select crypto_amount::text as amount from near where not over`);
  const free = freeAmount({ due, rate, places, held: new Set(held.map((row) => row.amount)) });
  if (!free) throw new Problem('unavailable', sentence('tooManyPayments'));
  return free;
}
