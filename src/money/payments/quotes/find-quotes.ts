import { and, desc, eq, getTableColumns, gt, inArray, isNull } from 'drizzle-orm';
import { quotes, transactions } from '../../../../db/schema/index.ts';
import { requireUser } from '../../../callers/require-user.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { Quote } from './contract.ts';
import { presentQuote } from './present-quote.ts';

/** The quotes that a user requested, each with the payment that was made with it. */
const quotesOf = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select({ ...getTableColumns(quotes), transactionId: transactions.id })
    .from(quotes)
    .leftJoin(
      transactions,
      and(eq(transactions.quoteId, quotes.id), inArray(transactions.status, ['pending', 'verified'])),
    );

/** A user's open quotes that have no payment yet, newest first. @throws not_found */
export async function listOpenQuotes(deps: Deps, userId: string): Promise<Quote[]> {
  const now = deps.clock.now();
  await requireUser(deps, userId);
  const rows = await quotesOf(deps)
    .where(
      and(eq(quotes.userId, userId), eq(quotes.hasOwnAmount, true), gt(quotes.expiresAt, now), isNull(transactions.id)),
    )
    .orderBy(desc(quotes.id));
  return rows.map((row) => presentQuote(deps.config, row, now));
}

/** One of a user's quotes, in any state. @throws not_found */
export async function readQuote(deps: Deps, { userId, quoteId }: { userId: string; quoteId: string }): Promise<Quote> {
  const [row] = await quotesOf(deps).where(
    and(eq(quotes.id, quoteId), eq(quotes.userId, userId), eq(quotes.hasOwnAmount, true)),
  );
  if (!row) throw notFound('Quote');
  return presentQuote(deps.config, row, deps.clock.now());
}
