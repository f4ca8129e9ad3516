import { type SQL, sql as template } from 'drizzle-orm';
import { notifyAdministrators } from '../../callers/notify-administrators.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { figureRowsSql } from './figure-rows.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** How often the program looks for destinations that lose money. */
export const TELL_OF_LOSSES_MS = 600_000;

/** A destination whose carriers ask more on a day for what is paid from balances than it brings in. */
export interface Loss {
  day: string;
  /** `+` and the prefix of the carrier's price list or of the one that we sell by, or a calling code. */
  code: string;
  /** In pounds. */
  revenue: string;
  cost: string;
}

/** A query for them: `day`, `code`, `revenue`, `cost`. */
export function lossesSql({ clock, config }: Pick<Deps, 'clock' | 'config'>): SQL {
  const now = clock.now().getTime();
  const [from = '', to = ''] = [now - DAY_MS, now].map((time) => new Date(time).toISOString().slice(0, 10));
  return template`
    select f.day::text as day, f.key as code, sum(f.revenue) as revenue, sum(f.cost) as cost
    from (${figureRowsSql({ by: 'destination', from, to })}) f where f.service in ('sms', 'voice')
    group by 1, 2 having sum(f.cost) - sum(f.revenue) > ${config.lossAlarmGbp}::numeric`;
}

/** The destinations that lost more than the configured sum, today or yesterday; the largest loss first. */
export async function findLosses({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<Loss[]> {
  const rows = await db.execute<{ day: string; code: string; revenue: string; cost: string }>(template`
    select day, code, revenue::text as revenue, cost::text as cost from (${lossesSql({ clock, config })}) l
    order by l.revenue - l.cost, day, code`);
  return rows.map(({ day, code, revenue, cost }) => ({
    ...{ day, code },
    revenue: formatMoney(parseMoney(revenue), 4),
    cost: formatMoney(parseMoney(cost), 4),
  }));
}

/** Mails administrators the destinations that lose money, each once a day. */
export async function notifyOfLosses(deps: Deps): Promise<void> {
  const losses = await findLosses(deps);
  if (losses.length === 0) return;
  await transact(deps, async (tx) => {
    const fresh = await keepUntold(tx, losses);
    if (fresh.length === 0) return;
    const destinations = fresh.map(({ code, revenue, cost }) => ({ code, revenue, cost }));
    await notifyAdministrators(tx, { kind: 'losing_destinations', destinations });
  });
}

/** Notes which of them administrators are told about now. @returns those that nobody was told about before */
async function keepUntold(tx: Transaction, losses: readonly Loss[]): Promise<Loss[]> {
  const kept = await tx.db.execute<{ day: string; code: string }>(template`
    insert into figure_losses (day, code, told_at)
    select l.day, l.code, ${tx.now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(losses)}::text::json) as l (day date, code text)
    order by l.day, l.code
    on conflict do nothing returning day::text as day, code`);
  return losses.filter(({ day, code }) => kept.some((row) => row.day === day && row.code === code));
}
