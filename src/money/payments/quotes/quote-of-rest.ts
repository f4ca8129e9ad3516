import { sql as template } from 'drizzle-orm';
import { quotes } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { formatMoney, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import { coinAmount, poundsAtRate } from '../../../shared/coin-amount.ts';
import type { QuoteRow } from './present-quote.ts';

/** The decimal places of a quote's amount. */
const PLACES = 8;

/**
 * A quote like a locked one that was paid in part, of the same times, rate and address, for what arrived later.
 * @param arrived in the coin, a decimal string
 * @returns null if nothing is missing of it
 */
export async function quoteOfRest(tx: Transaction, quote: QuoteRow, arrived: string): Promise<QuoteRow | null> {
  const { amount: whole, cryptoAmount } = quote;
  // Not the payment's amount, but what came of it: credited, or still waiting as its chain shows it.
  const [paid] = await tx.db.execute<{ sum: string }>(template`
    select coalesce(sum(case when t.status = 'verified' then coalesce(t.received_amount, t.amount)
      else coalesce(e.arrived_value, t.amount) end), 0)::text as sum
    from transactions t left join chain_evidence e on e.transaction_id = t.id
    where t.status in ('pending', 'verified') and t.quote_id in (
      select q.id from quotes q where q.id = ${quote.id} or (q.user_id = ${quote.userId}
        and q.address = ${quote.address} and q.created_at = ${quote.createdAt.toISOString()}::timestamptz))`);
  const left = subtract(whole, parseMoney(paid?.sum ?? '0'));
  const worth = parseMoney(poundsAtRate(arrived, { amount: formatMoney(whole), cryptoAmount }));
  if (left <= ZERO || worth <= ZERO) return null;
  const [row] = await tx.db
    .insert(quotes)
    .values({
      ...quote,
      id: newId(tx.clock),
      amount: worth,
      cryptoAmount: coinAmount(cut(arrived), '1'),
      settlesTransactionId: null,
      holdsAmount: false,
    })
    .returning();
  return row ?? null;
}

/** Without the digits that a quote has no place for. */
const cut = (amount: string): string => {
  const [units = '0', fraction = ''] = amount.split('.');
  return `${units}.${fraction.slice(0, PLACES)}0`;
};
