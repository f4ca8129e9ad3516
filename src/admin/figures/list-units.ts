import { sql as template, type SQL } from 'drizzle-orm';
import type { RouteReason } from '../../../db/enums.ts';
import type { Deps } from '../../services/deps.ts';
import { callingCodeSql } from '../../money/figures/calling-code-sql.ts';
import { destinationSql } from '../../money/figures/destination-sql.ts';
import { PACKAGES_KEY } from '../../shared/packages-key.ts';
import { readPeriod } from '../../money/statements/period.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import type { FigureSplit, FigureUnit, listFigureUnits } from './contract.ts';
import { type MeasureRow, presentMeasures } from './measures.ts';
import { UNIT_SOURCES } from './unit-sources.ts';

type Query = QueryOf<typeof listFigureUnits>;
export type UnitFilters = Omit<Query, 'limit' | 'before'>;

interface Row extends MeasureRow {
  id: string;
  at: string;
  userId: string;
  email: string;
  fullName: string;
  number: string | null;
  carrier: string | null;
  routeBy: RouteReason | null;
  routePrice: string | null;
  routePrefix: string | null;
}

/** One page of what stands behind the figures. */
export async function listUnits(
  deps: Pick<Deps, 'db' | 'clock'>,
  { limit, before, ...filters }: Query,
): Promise<Page<FigureUnit>> {
  return Page.of(await findUnits(deps, filters, { limit: limit + 1, before }), limit);
}

/** How many of them are wanted; `before`: only those with a smaller id. */
interface Wanted {
  limit: number;
  before?: string | undefined;
}

/** A query for what of a period counts in a row of a split, one by one, the newest first. */
export function unitsSql(
  { service, split, key, differing, ...asked }: UnitFilters,
  { limit, before }: Wanted,
  now: Date,
): SQL {
  const range = { ...readPeriod({ asked, now }), before };
  const counts = template`(s.units <> 0 or s.cost <> 0) and ${differing ? DIFFERING : template`true`}
    and ${ofAccount(split, key)}`;
  const sources = UNIT_SOURCES[service].map(
    ({ table, time, belongs, parts }) => template`(
      select m.id, ${time} as at, u.id as "userId", u.email, u.full_name as "fullName", s.*
      from ${table} m join users u on u.id = m.user_id cross join lateral (
        select min(x.number) as number, min(x.provider) as carrier, min(x.route_by) as "routeBy",
          min(x.route_price)::numeric(12, 4)::text as "routePrice", min(x.prefix) as "routePrefix", ${MEASURES} from (${parts}) x
        where ${ofRow(split, key)}
      ) s
      where ${belongs(range)} and ${counts} order by m.id desc limit ${limit})`,
  );
  return template`
    select * from (${template.join(sources, template` union all `)}) m order by id desc limit ${limit}`;
}

/** Lists the items of a period that count in a row of a split, one by one; planned with its values. */
export async function findUnits(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filters: UnitFilters,
  wanted: Wanted,
): Promise<FigureUnit[]> {
  const rows = await db.execute<Row>(unitsSql(filters, wanted, clock.now()));
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    person: { id: row.userId, email: row.email, fullName: row.fullName },
    number: row.number,
    carrier: row.carrier,
    routeBy: row.routeBy,
    routePrice: row.routePrice,
    routePrefix: row.routePrefix,
    ...presentMeasures(row),
  }));
}

/** More than rounding the price of each unit to 1/10,000 pound can explain. */
const DIFFERING = template.raw(`abs(s.charged - s.listed) > 0.0001 * s.units`);

const MEASURES = template.raw(`
  count(*) filter (where x.paid) as units,
  coalesce(sum(x.revenue) filter (where x.paid), 0) as revenue,
  coalesce(sum(case when x.paid then coalesce(x.carrier_cost, x.list_cost, 0) else coalesce(x.carrier_cost, 0) end), 0)
    as cost,
  count(*) filter (where x.paid and x.carrier_cost is null and x.list_cost is null) as uncosted,
  coalesce(sum(x.revenue) filter (where x.paid and x.carrier_cost is null and x.list_cost is null), 0)
    as uncosted_revenue,
  coalesce(sum(x.carrier_cost) filter (where x.paid and x.list_cost is not null), 0) as charged,
  coalesce(sum(x.list_cost) filter (where x.paid and x.carrier_cost is not null), 0) as listed`);

/** Tells whether a number and its carrier belong to a row of the split. */
function ofRow(split: FigureSplit, key: string | undefined): SQL {
  // The row of packages has all of them.
  if (key === undefined || key === PACKAGES_KEY) return template`true`;
  const carrier = template`coalesce(x.provider, '')`;
  const code = callingCodeSql(template`coalesce(x.number, '')`);
  if (split === 'destination') return template`coalesce(${destinationSql(template`x`)}, ${code}) = ${key}`;
  if (split === 'carrier') return template`${carrier} = ${key}`;
  if (split === 'country') return template`${code} = ${key}`;
  if (split === 'route') return template`${carrier} || ' ' || ${code} = ${key}`;
  return template`true`;
}

/** Tells whether the account belongs to a row of the split. */
function ofAccount(split: FigureSplit, key: string | undefined): SQL {
  if (key === undefined) return template`true`;
  if (split !== 'customer' && split !== 'reseller') return template`true`;
  if (split === 'reseller' && key === '') return template`u.reseller_id is null`;
  if (!uuid.safeParse(key).success) return template`false`;
  return split === 'customer' ? template`m.user_id = ${key}::uuid` : template`u.reseller_id = ${key}::uuid`;
}
