import { sql as template } from 'drizzle-orm';
import { closedMonths, monthBalances } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { dayAfter, daysOfMonth, firstOpenDay, monthMovements, nextToClose } from './read-books.ts';

/** No transaction of the month is open any more by then. */
const SETTLED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Closes a month of the books: keeps what moved on each account, and from then on the database refuses entries that are
 * dated into it. Months are closed one after the other, from the first one with an entry.
 * @throws not_allowed_now (the month is not over, is closed, or is not the next one)
 */
export async function closeMonth({ tx, actor }: Acting, month: string): Promise<{ month: string; closedAt: string }> {
  // Two who close at once come one after the other, and nobody who charges waits for them.
  await tx.db.execute(template`lock table closed_months in share row exclusive mode`);
  const days = daysOfMonth(month);
  if (Date.parse(dayAfter(days.to)) + SETTLED_AFTER_MS > tx.now.getTime())
    throw new Problem('not_allowed_now', sentence('monthNotOver'));
  const next = await nextToClose(tx.db);
  if (next !== null && next !== month) throw new Problem('not_allowed_now', sentence('monthNotNext', { month: next }));
  await tx.db.execute(template`set local statement_timeout = '120s'`);
  const moved = await monthMovements(tx.db, days, await firstOpenDay(tx.db));
  await tx.db.insert(closedMonths).values({ month: days.from, closedAt: tx.now, closedBy: actor.id });
  const rows = [...moved].map(([account, amount]) => ({ month: days.from, account, amount }));
  if (rows.length > 0) await tx.db.insert(monthBalances).values(rows);
  await audit(tx, actor, 'month.closed', { subject: month, detail: { month } });
  return { month, closedAt: tx.now.toISOString() };
}
