import { FIGURE_SPLITS, type FigureSplit } from '../../../src/admin/figures/contract.ts';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../../src/platform/kit/money.ts';
import type { TestApp } from '../../kit/app.ts';

/** What one recipient or call adds to the figures, counted from its row alone. */
export interface Unit {
  id: string;
  service: 'sms' | 'voice';
  day: string;
  keys: Record<FigureSplit, string>;
  units: number;
  revenue: Money;
  cost: Money;
  uncosted: number;
  charged: Money;
  listed: Money;
}

interface Row {
  id: string;
  service: 'sms' | 'voice';
  at: string;
  user_id: string;
  reseller_id: string | null;
  number: string;
  carrier: string | null;
  paid: boolean;
  revenue: string;
  said: string | null;
  list: string | null;
}

/** Everything that there is, counted again from the messages and calls themselves. */
export async function recount({ deps: { sql } }: TestApp): Promise<Unit[]> {
  const rows = await sql<Row[]>`
    select m.id, 'sms' as service, m.sent_at as at, u.id as user_id, u.reseller_id, r.number, r.provider as carrier,
      r.status <> 'failed' or r.cost > 0 as paid, r.cost - coalesce(r.margin, 0) as revenue, r.carrier_cost as said,
      case when r.provider = r.route_to then r.route_cost end as list
    from sms_recipients r join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id
    where r.status not in ('queued', 'held', 'sending', 'unknown')
    union all
    select c.id, 'voice', c.called_at, u.id, u.reseller_id, c.destination, c.provider, c.status = 'completed',
      coalesce(c.supplier_cost, c.actual_cost), c.carrier_cost, c.list_cost
    from voice_calls c join users u on u.id = c.user_id where c.ended_at is not null`;
  return rows.map((row) => {
    const [said, list] = [row.said, row.list].map((text) => (text === null ? null : parseMoney(text)));
    const both = row.paid && said !== null && list !== null;
    const [carrier, code] = [row.carrier ?? '', callingCode(row.number)];
    return {
      id: row.id,
      service: row.service,
      day: new Date(row.at).toISOString().slice(0, 10),
      keys: {
        carrier,
        country: code,
        reseller: row.reseller_id ?? '',
        customer: row.user_id,
        route: `${carrier} ${code}`,
      },
      units: row.paid ? 1 : 0,
      revenue: row.paid ? parseMoney(row.revenue) : ZERO,
      cost: (row.paid ? (said ?? list) : said) ?? ZERO,
      uncosted: row.paid && said === null && list === null ? 1 : 0,
      charged: both ? (said ?? ZERO) : ZERO,
      listed: both ? (list ?? ZERO) : ZERO,
    };
  });
}

const sum = (units: readonly Unit[], read: (unit: Unit) => Money): string =>
  formatMoney(
    units.reduce((total, unit) => (total + read(unit)) as Money, ZERO),
    4,
  );

/** Some units together, as the API writes them. */
export const together = (units: readonly Unit[]) => ({
  units: units.reduce((total, { units: count }) => total + count, 0),
  revenue: sum(units, ({ revenue }) => revenue),
  cost: sum(units, ({ cost }) => cost),
  margin: sum(units, ({ revenue, cost }) => (revenue - cost) as Money),
  uncosted: units.reduce((total, { uncosted }) => total + uncosted, 0),
  charged: sum(units, ({ charged }) => charged),
  listed: sum(units, ({ listed }) => listed),
});

const isNothing = ({ units, cost }: ReturnType<typeof together>) => units === 0 && Number(cost) === 0;

/** The rows of each split, by their keys; without those that came to nothing. */
export const splitUp = (units: readonly Unit[]) =>
  FIGURE_SPLITS.map((split) => ({
    split,
    rows: Object.fromEntries(
      [...Map.groupBy(units, ({ keys }) => keys[split])]
        .map(([key, some]) => [key, together(some)] as const)
        .filter(([, row]) => !isNothing(row)),
    ),
  }));
