import { sql as template, type SQL } from 'drizzle-orm';
import type { FIGURE_KINDS, RatedService } from '../../../db/enums.ts';
import { FIGURE_KEYS } from './count-figures.ts';

/** Which figures are wanted. */
export interface FigureQuestion {
  by: (typeof FIGURE_KINDS)[number];
  /** UTC days, both included. */
  from: string;
  to: string;
  service?: RatedService | undefined;
  /** Only this row; all of them if absent. */
  key?: string | undefined;
}

/**
 * A query for the figures of some days: `day`, `key`, `service` and the measures, a row or several for each of them.
 * What is not counted yet belongs to it, so the sums are those of this moment.
 */
export function figureRowsSql({ by, from, to, service, key }: FigureQuestion): SQL {
  const kind = template.raw(`'${by}'`);
  const wanted = (table: SQL, itsKey: SQL) => template`${table}.day between ${from}::date and ${to}::date
    ${service ? template`and ${table}.service = ${service}` : template``}
    ${key === undefined ? template`` : template`and ${itsKey} = ${key}`}`;
  return template`
    select f.day, f.key, f.service, f.units, f.revenue, f.cost, f.uncosted, f.charged, f.listed
    from figures f where f.by = ${kind} and ${wanted(template`f`, template`f.key`)}
    union all
    select c.day, k.key, c.service, c.units, c.revenue, c.cost, c.uncosted, c.charged, c.listed
    from figure_changes c left join users u on u.id = c.user_id
    cross join lateral (${FIGURE_KEYS}) k (by, key)
    where k.by = ${kind} and ${wanted(template`c`, template`k.key`)}`;
}
