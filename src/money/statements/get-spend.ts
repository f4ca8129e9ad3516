import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { firstDayOfMonth, startOfMonth } from '../../platform/kit/utc-month.ts';
import { add, formatMoney, type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { spentSql } from '../ledger/spending.ts';
import { KIND_OF_TYPE, SPEND_MONTHS, type SpendKind } from './catalogue.ts';
import type { MonthOfSpend } from './contract.ts';

interface Row {
  found: boolean;
  /** `2026-11` or `2026-11-28`; null in the only row of an account without entries. */
  time: string | null;
  type: string;
  spent: string;
}

/** A refund counts in its own month or day, for the kind that it refunds. */
const findSpend = prepared<{ userId: string; start: string; end: string; form: string }, Row>(
  (p) => template`
    select exists (select from users where id = ${p.userId}::uuid) as found, time, type, spent
    from (select) one left join lateral (
      select to_char(day, ${p.form}::text) as time, type, sum(spent)::text as spent
      from ${spentSql({ userId: template`${p.userId}::uuid`, start: template`${p.start}`, end: template`${p.end}` })} days
      group by 1, 2
    ) times on true`,
);

/** The costs of the last UTC months with the present one, oldest first. @throws not_found */
export async function getSpend({ sql, clock }: Deps, userId: string): Promise<MonthOfSpend[]> {
  const now = clock.now();
  const start = startOfMonth(now, 1 - SPEND_MONTHS);
  const between = { start: firstDayOfMonth(start), end: firstDayOfMonth(startOfMonth(now, 1)) };
  const spentIn = byTime(await findSpend(sql, { userId, ...between, form: 'YYYY-MM' }));
  return Array.from({ length: SPEND_MONTHS }, (_, index) => {
    const month = startOfMonth(start, index).toISOString().slice(0, 7);
    return { month, ...spentIn(month) };
  });
}

/** The same of some UTC days, each with its date. @throws not_found */
export async function getDailySpend({ sql }: Pick<Deps, 'sql'>, userId: string, days: readonly string[]) {
  const asked = { userId, start: days[0] ?? '', end: 'infinity', form: 'YYYY-MM-DD' };
  const spentIn = byTime(await findSpend(sql, asked));
  return days.map((day) => ({ day, ...spentIn(day) }));
}

function byTime(rows: readonly Row[]) {
  if (!rows[0]?.found) throw notFound('User');
  return (time: string) => present(rows.filter((row) => row.time === time));
}

function present(rows: readonly Row[]): Omit<MonthOfSpend, 'month'> {
  const spent: Partial<Record<SpendKind, Money>> = {};
  let total = ZERO;
  for (const row of rows) {
    const kind = KIND_OF_TYPE[row.type];
    if (!kind) continue;
    const amount = parseMoney(row.spent);
    spent[kind] = add(spent[kind] ?? ZERO, amount);
    total = add(total, amount);
  }
  const shown = (kind: SpendKind) => formatMoney(spent[kind] ?? ZERO);
  const kinds = {
    sms: shown('sms'),
    voice: shown('voice'),
    numbers: shown('numbers'),
    packages: shown('packages'),
    reseller: shown('reseller'),
    other: shown('other'),
  };
  return { total: formatMoney(total), kinds };
}
