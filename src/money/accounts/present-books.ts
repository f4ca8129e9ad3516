import type { Database } from '../../../db/client.ts';
import type { Deps } from '../deps.ts';
import { add, formatMoney, negate, type Money, subtract, ZERO } from '../../platform/kit/money.ts';
import type { AccountNumber } from '../../../db/enums.ts';
import { CHART } from './catalogue.ts';
import type { AccountRow, MonthOfBooks } from './contract.ts';
import { type Balances, daysBegun, firstOpenDay, nextToClose, readBalances, readMonth } from './read-books.ts';

/** A month of the books as administrators see it. */
export async function getMonth({ db, clock }: Pick<Deps, 'db' | 'clock'>, month: string): Promise<MonthOfBooks> {
  const days = daysBegun(month, clock.now());
  const [moved, balances] = await Promise.all([readMonth(db, days), readBalances(db, days.to)]);
  const open = await firstOpenDay(db);
  const rows = presentAccounts(balances);
  return {
    month,
    isClosed: open !== null && days.from < open,
    nextToClose: await nextToClose(db),
    balances: rows,
    moved: presentAccounts(moved),
    total: totalOf(balances),
    result: formatMoney(resultOf(moved)),
    resultSoFar: formatMoney(resultOf(balances)),
    receipts: formatMoney(sumWhere(moved, (account) => account.startsWith('10'))),
  };
}

export async function getTrialBalance(
  { db }: { db: Database },
  day: string,
): Promise<{ day: string; accounts: AccountRow[]; total: MonthOfBooks['total'] }> {
  const balances = await readBalances(db, day);
  return { day, accounts: presentAccounts(balances), total: totalOf(balances) };
}

/** The accounts that have a balance, by number. */
export const presentAccounts = (balances: Balances): AccountRow[] =>
  [...balances]
    .filter(([, amount]) => amount !== ZERO)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([account, amount]) => ({ account, ...CHART[account], ...sidesOf(amount) }));

/** @param amount a debit above zero */
export const sidesOf = (amount: Money): { debit: string; credit: string } => ({
  debit: formatMoney(amount > ZERO ? amount : ZERO),
  credit: formatMoney(amount < ZERO ? negate(amount) : ZERO),
});

function totalOf(balances: Balances): MonthOfBooks['total'] {
  const amounts = [...balances.values()];
  const debit = amounts.filter((each) => each > ZERO).reduce(add, ZERO);
  return { debit: formatMoney(debit), credit: formatMoney(subtract(debit, amounts.reduce(add, ZERO))) };
}

/** Income less expense; a loss is below zero. */
const resultOf = (balances: Balances): Money =>
  negate(sumWhere(balances, (account) => ['income', 'expense'].includes(CHART[account].is)));

const sumWhere = (balances: Balances, isMeant: (account: AccountNumber) => boolean): Money =>
  [...balances].reduce((sum, [account, amount]) => (isMeant(account) ? add(sum, amount) : sum), ZERO);
