import { asc, desc, lte } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';
import { closedMonths, ledgerEntries, monthBalances } from '../../../db/schema/index.ts';
import { add, negate, type Money, ZERO } from '../../platform/kit/money.ts';
import type { AccountNumber } from '../../../db/enums.ts';
import { type Days, type Movement, readMovements } from './movements.ts';

/** Before anything that is in the books. */
const BEGINNING = '2000-01-01';
const AT_ONCE = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

export type Balances = Map<AccountNumber, Money>;

/** The days of a month, `2026-11`. */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** Those of them that have begun: what is earned later in the month that runs is not in its books yet. */
export function daysBegun(month: string, now: Date): Days {
  const { from, to } = daysOfMonth(month);
  const today = now.toISOString().slice(0, 10);
  return { from, to: today >= from && today < to ? today : to };
}

export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The first day that is not closed; null while no month is. */
export async function firstOpenDay(db: Queryable): Promise<string | null> {
  const [last] = await db
    .select({ month: closedMonths.month })
    .from(closedMonths)
    .orderBy(desc(closedMonths.month))
    .limit(1);
  return last ? dayAfter(daysOfMonth(last.month.slice(0, 7)).to) : null;
}

/** The month that can be closed next, `2026-11`: the first one with an entry, while none is closed; null without any. */
export async function nextToClose(db: Queryable): Promise<string | null> {
  const open = await firstOpenDay(db);
  if (open) return open.slice(0, 7);
  const [first] = await db
    .select({ at: ledgerEntries.createdAt })
    .from(ledgerEntries)
    .orderBy(asc(ledgerEntries.seq))
    .limit(1);
  return first?.at.toISOString().slice(0, 7) ?? null;
}

/** The movements of a month; a closed one keeps those of its closing. */
export const readMonth = (db: Database, days: Days): Promise<Balances> =>
  db.transaction(async (tx) => {
    const open = await firstOpenDay(tx);
    return open && days.from < open ? readClosed(tx, days) : monthMovements(tx, days, open);
  }, AT_ONCE);

/** The movements of an open month, as closing it keeps them. */
export const monthMovements = async (db: Queryable, days: Days, open: string | null): Promise<Balances> =>
  summed(await readMovements(db, { ...days, byDay: false, afterClosed: days.from === open }));

/** The movements of each day of a month. What carriers said of a closed month after it was closed is in the open one. */
export const readDays = (db: Database, days: Days): Promise<Movement[]> =>
  db.transaction(async (tx) => {
    const open = await firstOpenDay(tx);
    const moved = await readMovements(tx, { ...days, byDay: true, afterClosed: days.from === open });
    if (!open || days.from >= open) return moved;
    const kept = await readClosed(tx, days);
    for (const { account, amount } of moved) kept.set(account, add(kept.get(account) ?? ZERO, negate(amount)));
    return [
      ...moved,
      ...[...kept].flatMap(([account, amount]) => (amount === ZERO ? [] : [{ day: days.to, account, amount }])),
    ];
  }, AT_ONCE);

/** Every account's balance at the end of a day, a debit above zero. */
export const readBalances = (db: Database, day: string): Promise<Balances> =>
  db.transaction(async (tx) => {
    const open = await firstOpenDay(tx);
    const closed = await readClosed(tx, { from: BEGINNING, to: day });
    const monthOfDay = daysOfMonth(day.slice(0, 7));
    const isClosed = open !== null && day < open;
    if (isClosed && day === monthOfDay.to) return closed;
    const from = isClosed ? monthOfDay.from : (open ?? BEGINNING);
    // The month of the day is closed as a whole, and only its days so far count.
    const before = isClosed ? await readClosed(tx, { from: BEGINNING, to: dayBefore(from) }) : closed;
    return sumOf(before, await monthMovements(tx, { from, to: day }, open));
  }, AT_ONCE);

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

async function readClosed(db: Queryable, { from, to }: Days): Promise<Balances> {
  const rows = await db
    .select({ account: monthBalances.account, month: monthBalances.month, amount: monthBalances.amount })
    .from(monthBalances)
    .where(lte(monthBalances.month, to));
  return summed(rows.filter(({ month }) => month >= from));
}

function summed(rows: readonly Pick<Movement, 'account' | 'amount'>[]): Balances {
  const sums: Balances = new Map();
  for (const { account, amount } of rows) sums.set(account, add(sums.get(account) ?? ZERO, amount));
  return sums;
}

const sumOf = (some: Balances, more: Balances): Balances =>
  summed([...some, ...more].map(([account, amount]) => ({ account, amount })));
