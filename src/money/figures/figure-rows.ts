import { sql as template, type SQL } from 'drizzle-orm';
import type { FIGURE_KINDS, FigureService } from '../../../db/enums.ts';
import { FIGURE_KEYS, MEASURES } from './count-figures.ts';
import { PACKAGES_KEY } from '../../shared/packages-key.ts';

type FigureKind = (typeof FIGURE_KINDS)[number];

const PACKAGES = template.raw(`('trunk', 'reseller_package')`);

/** The splits that have a row of packages. */
const BY_PLACE: ReadonlySet<FigureKind> = new Set<FigureKind>(['carrier', 'country', 'destination', 'route']);

/** Which figures are wanted. */
export interface FigureQuestion {
  by: FigureKind;
  /** UTC days, both included. */
  from: string;
  to: string;
  service?: FigureService | undefined;
  /** Only this row; all of them if absent. */
  key?: string | undefined;
  /** Every service keeps its own keys, also where all of them are asked for. */
  withoutPackagesRow?: boolean;
}

/**
 * A query for the figures of some days: `day`, `key`, `service` and the measures, a row for each of them.
 * Rows that are not counted yet belong to it, so the sums are those of this moment.
 */
export function figureRowsSql(question: FigureQuestion): SQL {
  const { by, from, to, service } = question;
  const kind = template.raw(`'${by}'`);
  const hasPackagesRow = hasRowOfPackages(question);
  const keyOf = (table: SQL, itsKey: SQL) =>
    hasPackagesRow
      ? template`case when ${table}.service in ${PACKAGES} then ${template.raw(`'${PACKAGES_KEY}'`)} else ${itsKey} end`
      : itsKey;
  const wanted = (table: SQL, itsKey: SQL) => template`${table}.day between ${from}::date and ${to}::date
    ${service ? template`and ${table}.service = ${service}` : template``}
    and ${ofKey(question, table, itsKey)}`;
  return template`
    select day, key, service, ${columns((name) => `sum(${name}) as ${name}`)} from (
    select f.day, ${keyOf(template`f`, template`f.key`)} as key, f.service, ${columns((name) => `f.${name}`)}
    from figures f where f.by = ${kind} and ${wanted(template`f`, template`f.key`)}
    union all
    select c.day, ${keyOf(template`c`, template`k.key`)}, c.service, ${columns((name) => `c.${name}`)}
    from figure_changes c left join users u on u.id = c.user_id
    cross join lateral (${FIGURE_KEYS}) k (by, key)
    where k.by = ${kind} and ${wanted(template`c`, template`k.key`)}) f group by day, key, service`;
}

const columns = (of: (name: string) => string): SQL => template.raw(MEASURES.map(of).join(', '));

const hasRowOfPackages = ({ by, service, withoutPackagesRow }: FigureQuestion): boolean =>
  !withoutPackagesRow && service === undefined && BY_PLACE.has(by);

/** Tells whether a row belongs to the key that is asked for. */
function ofKey(question: FigureQuestion, table: SQL, itsKey: SQL): SQL {
  const { key } = question;
  if (key === undefined) return template`true`;
  if (!hasRowOfPackages(question)) return template`${itsKey} = ${key}`;
  return key === PACKAGES_KEY
    ? template`${table}.service in ${PACKAGES}`
    : template`${itsKey} = ${key} and ${table}.service not in ${PACKAGES}`;
}
