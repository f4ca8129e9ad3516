import { sql as template, type SQL } from 'drizzle-orm';
import type { Deps } from '../../accounts/deps.ts';
import { callingCodeSql } from '../../money/figures/calling-code-sql.ts';
import { readPeriod } from '../../money/statements/period.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import type { FigureSplit, FigureUnit, listFigureUnits } from './contract.ts';
import { type MeasureRow, presentMeasures } from './measures.ts';

type Query = QueryOf<typeof listFigureUnits>;
export type UnitFilters = Omit<Query, 'limit' | 'before'>;

interface Row extends MeasureRow {
  id: string;
  at: string;
  userId: string;
  email: string;
  fullName: string;
  number: string;
  carrier: string | null;
}

const DAY_MS = 86_400_000;

/** One page of the messages or calls behind the figures. */
export async function listUnits(
  deps: Pick<Deps, 'db' | 'clock'>,
  { limit, before, ...filters }: Query,
): Promise<Page<FigureUnit>> {
  return Page.of(await findUnits(deps, filters, { limit: limit + 1, before }), limit);
}

/**
 * The messages or calls of a period that count in a row of a split. Ids follow time, so the period is a range of the
 * primary key; planned with its values, because the best index depends on what is asked.
 */
export async function findUnits(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { service, split, key, differing, ...asked }: UnitFilters,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<FigureUnit[]> {
  const { start, end } = readPeriod({ asked, now: clock.now() });
  const time = template.raw(service === 'sms' ? 'm.sent_at' : 'm.called_at');
  const rows = await db.execute<Row>(template`
    select m.id, ${time} as at, u.id as "userId", u.email, u.full_name as "fullName", s.*
    from ${template.raw(service === 'sms' ? 'sms_messages' : 'voice_calls')} m join users u on u.id = m.user_id
    cross join lateral (${service === 'sms' ? recipients(split, key) : call(split, key)}) s
    where m.id >= ${firstIdAt(new Date(start.getTime() - DAY_MS))}::uuid
      and m.id < ${before ?? firstIdAt(new Date(end.getTime() + DAY_MS))}::uuid
      and ${time} >= ${start.toISOString()}::timestamptz and ${time} < ${end.toISOString()}::timestamptz
      and (s.units <> 0 or s.cost <> 0) and ${differing ? DIFFERING : template`true`} and ${ofAccount(split, key)}
    order by m.id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    person: { id: row.userId, email: row.email, fullName: row.fullName },
    number: row.number,
    carrier: row.carrier,
    ...presentMeasures(row),
  }));
}

/** More than what rounding a price to 1/10,000 pound can make of each unit. */
const DIFFERING = template.raw(`abs(s.charged - s.listed) > 0.0001 * s.units`);

/** The same rules as those of `addFiguresSql`, for the recipients of the message `m`. */
const recipients = (split: FigureSplit, key: string | undefined): SQL => template`
  select min(x.number) as number, min(x.provider) as carrier, ${MEASURES}
  from (
    select r.number, r.provider, r.status in ('sent', 'delivered') or r.cost > 0 as paid,
      r.cost - coalesce(r.margin, 0) as revenue, r.carrier_cost,
      case when r.route_to = r.provider then r.route_cost end as list_cost
    from sms_recipients r
    where r.message_id = m.id and r.status in ('sent', 'delivered', 'failed')
  ) x where ${ofRow(split, key)}`;

/** The same for the call `m`. */
const call = (split: FigureSplit, key: string | undefined): SQL => template`
  select min(x.number) as number, min(x.provider) as carrier, ${MEASURES}
  from (
    select m.destination as number, m.provider, m.status = 'completed' as paid,
      coalesce(m.supplier_cost, m.actual_cost) as revenue, m.carrier_cost, m.list_cost
    where m.ended_at is not null
  ) x where ${ofRow(split, key)}`;

const MEASURES = template.raw(`
  count(*) filter (where x.paid) as units,
  coalesce(sum(x.revenue) filter (where x.paid), 0) as revenue,
  coalesce(sum(case when x.paid then coalesce(x.carrier_cost, x.list_cost, 0) else coalesce(x.carrier_cost, 0) end), 0)
    as cost,
  count(*) filter (where x.paid and x.carrier_cost is null and x.list_cost is null) as uncosted,
  coalesce(sum(x.carrier_cost) filter (where x.paid and x.list_cost is not null), 0) as charged,
  coalesce(sum(x.list_cost) filter (where x.paid and x.carrier_cost is not null), 0) as listed`);

/** Whether a number and its carrier belong to a row of the split. */
function ofRow(split: FigureSplit, key: string | undefined): SQL {
  if (key === undefined) return template`true`;
  const carrier = template`coalesce(x.provider, '')`;
  const code = callingCodeSql(template`x.number`);
  if (split === 'carrier') return template`${carrier} = ${key}`;
  if (split === 'country') return template`${code} = ${key}`;
  if (split === 'route') return template`${carrier} || ' ' || ${code} = ${key}`;
  return template`true`;
}

/** Whether the account belongs to a row of the split. */
function ofAccount(split: FigureSplit, key: string | undefined): SQL {
  if (key === undefined) return template`true`;
  if (split !== 'customer' && split !== 'reseller') return template`true`;
  if (split === 'reseller' && key === '') return template`u.reseller_id is null`;
  if (!uuid.safeParse(key).success) return template`false`;
  return split === 'customer' ? template`m.user_id = ${key}::uuid` : template`u.reseller_id = ${key}::uuid`;
}
