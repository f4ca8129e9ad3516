import { and, eq, inArray } from 'drizzle-orm';
import { quotes, transactions } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import type { CoinId } from '../catalogue.ts';
import type { QuoteRow } from './present-quote.ts';

/**
 * The quote that a payment was made for, locked, because it can have only one payment. It may have ended meanwhile,
 * because a payment in a coin takes time.
 * @throws validation_failed (no such quote, or one for another coin), not_allowed_now (used)
 */
export async function takeQuote(
  tx: Transaction,
  userId: string,
  { quoteId, coinId }: { quoteId: string; coinId: CoinId | null },
): Promise<QuoteRow> {
  const [quote] = await tx.db
    .select()
    .from(quotes)
    .where(and(eq(quotes.id, quoteId), eq(quotes.userId, userId), eq(quotes.hasOwnAmount, true)))
    .for('update');
  if (!quote) throw invalidField('quoteId', sentence('quoteUnknown'));
  if (coinId !== null && quote.cryptocurrency !== coinId) {
    throw invalidField('quoteId', sentence('quoteOtherCoin'));
  }
  const [used] = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.quoteId, quoteId), inArray(transactions.status, ['pending', 'verified'])));
  if (used) throw new Problem('not_allowed_now', sentence('quoteUsed'));
  return quote;
}

/** @throws validation_failed (the quote is for another amount) */
export function requireQuotedAmount(quote: QuoteRow, amount: Money): void {
  if (quote.amount === amount) return;
  throw invalidField('quoteId', sentence('quoteOtherAmount', { amount: `£${formatMoney(quote.amount)}` }));
}
