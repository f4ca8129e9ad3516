import { FIGURE_SERVICES, type FigureService } from '../../../db/enums.ts';
import { FIGURE_SPLITS, type FigureSplit } from '../../../src/admin/figures/contract.ts';
import { PACKAGES_KEY } from '../../../src/shared/packages-key.ts';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';
import { formatMoney, type Money, parseMoney, ZERO, add, subtract } from '../../../src/platform/kit/money.ts';
import type { TestApp } from '../../kit/app.ts';

/** The figures of one recipient, call, number's month or package, counted from its row alone. */
export interface Unit {
  id: string;
  service: FigureService;
  day: string;
  /** The rows that it counts in, where figures of its service are asked for. */
  keys: Record<FigureSplit, string>;
  units: number;
  revenue: Money;
  cost: Money;
  uncosted: number;
  uncostedRevenue: Money;
  charged: Money;
  listed: Money;
}

interface Row {
  id: string;
  service: FigureService;
  at: string;
  user_id: string;
  reseller_id: string | null;
  number: string;
  carrier: string | null;
  prefix: string | null;
  sold: string | null;
  paid: boolean;
  revenue: string;
  said: string | null;
  list: string | null;
}

/** Everything that there is, counted again from the messages and calls themselves. */
export async function recount({ deps: { sql } }: TestApp): Promise<Unit[]> {
  const rows = await sql<Row[]>`
    select m.id, 'sms' as service, m.sent_at as at, u.id as user_id, u.reseller_id, r.number, r.provider as carrier,
      case when r.provider = r.route_to then r.route_prefix end as prefix, r.price_prefix as sold,
      r.status <> 'failed' or r.cost > 0 as paid, r.cost - coalesce(r.margin, 0) as revenue, r.carrier_cost as said,
      case when r.provider = r.route_to then r.route_cost end as list
    from sms_recipients r join sms_messages m on m.id = r.message_id join users u on u.id = m.user_id
    where r.status not in ('queued', 'held', 'sending', 'unknown')
    union all
    select c.id, case when c.package_minutes > 0 then 'trunk' else 'voice' end, c.called_at, u.id, u.reseller_id,
      c.destination, c.provider, c.route_prefix, c.price_prefix, c.status = 'completed', coalesce(c.supplier_cost, c.actual_cost),
      c.carrier_cost, c.list_cost
    from voice_calls c join users u on u.id = c.user_id where c.ended_at is not null
    union all
    select t.id, case t.type when 'did_purchase' then 'number' when 'voice_package' then 'trunk' else t.type end,
      t.settled_at, u.id, u.reseller_id, coalesce(t.sold_number, ''), t.sold_of, null, null, true,
      t.amount - coalesce((select amount from margins m where m.transaction_id = t.id), 0), null,
      case when t.type <> 'did_purchase' then 0 end
    from transactions t join users u on u.id = t.user_id
    where t.type in ('did_purchase', 'voice_package', 'reseller_package') and t.status in ('verified', 'completed')
      and not exists (select from transactions r where r.refunds_transaction_id = t.id)`;
  return rows.map((row) => {
    const [said, list] = [row.said, row.list].map((text) => (text === null ? null : parseMoney(text)));
    const both = row.paid && said !== null && list !== null;
    const [carrier, code] = [row.carrier ?? '', callingCode(row.number)];
    const isUnknown = row.paid && said === null && list === null;
    const revenue = row.paid ? parseMoney(row.revenue) : ZERO;
    return {
      id: row.id,
      service: row.service,
      day: new Date(row.at).toISOString().slice(0, 10),
      keys: {
        carrier,
        country: code,
        destination: destinationOf(row, code),
        reseller: row.reseller_id ?? '',
        customer: row.user_id,
        route: `${carrier} ${code}`,
      },
      units: row.paid ? 1 : 0,
      revenue,
      cost: (row.paid ? (said ?? list) : said) ?? ZERO,
      uncosted: isUnknown ? 1 : 0,
      uncostedRevenue: isUnknown ? revenue : ZERO,
      charged: both ? (said ?? ZERO) : ZERO,
      listed: both ? (list ?? ZERO) : ZERO,
    };
  });
}

const sum = (units: readonly Unit[], read: (unit: Unit) => Money): string =>
  formatMoney(
    units.reduce((total, unit) => add(total, read(unit)), ZERO),
    4,
  );

/** Some units together, as the API writes them; the margin is of the units whose cost is known. */
export const together = (units: readonly Unit[]) => ({
  units: units.reduce((total, { units: count }) => total + count, 0),
  revenue: sum(units, ({ revenue }) => revenue),
  cost: sum(units, ({ cost }) => cost),
  margin: isKnown(units) ? sum(units, (one) => subtract(subtract(one.revenue, one.uncostedRevenue), one.cost)) : null,
  uncosted: units.reduce((total, { uncosted }) => total + uncosted, 0),
  uncostedRevenue: sum(units, ({ uncostedRevenue }) => uncostedRevenue),
  charged: sum(units, ({ charged }) => charged),
  listed: sum(units, ({ listed }) => listed),
});

const isKnown = (units: readonly Unit[]): boolean =>
  units.every(({ uncosted }) => uncosted === 0) || units.some((one) => one.units > one.uncosted || one.cost > ZERO);

/** The row of a split that a unit counts in, where figures of all services are asked for. */
export const rowOf = ({ service, keys }: Unit, split: FigureSplit): string =>
  (service === 'trunk' || service === 'reseller_package') && split !== 'reseller' && split !== 'customer'
    ? PACKAGES_KEY
    : keys[split];

/** The rows of each split, of all services and of each of them; without those that came to nothing. */
export const splitUp = (units: readonly Unit[]) =>
  FIGURE_SPLITS.flatMap((split) => [
    { split, service: undefined, rows: rowsOf(units, (unit) => rowOf(unit, split)) },
    ...FIGURE_SERVICES.map((service) => ({
      split,
      service,
      rows: rowsOf(
        units.filter((unit) => unit.service === service),
        ({ keys }) => keys[split],
      ),
    })),
  ]);

const rowsOf = (units: readonly Unit[], keyOf: (unit: Unit) => string) =>
  Object.fromEntries(
    [...Map.groupBy(units, keyOf)]
      .map(([key, some]) => [key, together(some)] as const)
      .filter(([, { units: count, cost }]) => count > 0 || Number(cost) > 0),
  );

function destinationOf({ prefix, sold }: Row, code: string): string {
  if (prefix !== null) return `+${prefix}`;
  return sold !== null && `+${sold}`.length >= code.length ? `+${sold}` : code;
}
