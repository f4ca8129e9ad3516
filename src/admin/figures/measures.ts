import { sql as template, type SQL } from 'drizzle-orm';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { Measures } from './contract.ts';

/** Measures as PostgreSQL gives them: sums are texts. */
export type MeasureRow = Record<string, unknown> &
  Record<(typeof NAMES)[number], string> & {
    /** Of the lines in which every cost is known; null where there is none. */
    margin: string | null;
  };

/** The measures as columns of a CSV file. */
export const COLUMNS = ['units', 'revenue', 'cost', 'margin', 'uncosted', 'charged', 'listed'] as const;
const NAMES = ['units', 'revenue', 'cost', 'uncosted', 'charged', 'listed'] as const;

/** The columns of the measures, added up. @param table the alias of lines with these columns */
export const measureSums = (table: string): SQL =>
  template.raw(`${NAMES.map((name) => `coalesce(sum(${table}.${name}), 0)::text as ${name}`).join(', ')},
    coalesce(
      sum(${table}.revenue - ${table}.cost)
        filter (where ${table}.uncosted = 0 and (${table}.units, ${table}.cost) <> (0, 0)),
      case when coalesce(sum(${table}.uncosted), 0) = 0 then 0 end)::text as margin`);

const money = (amount: string): string => formatMoney(parseMoney(amount), 4);

export const presentMeasures = (row: MeasureRow): Measures => ({
  units: Number(row.units),
  revenue: money(row.revenue),
  cost: money(row.cost),
  margin: row.margin === null ? null : money(row.margin),
  uncosted: Number(row.uncosted),
  charged: money(row.charged),
  listed: money(row.listed),
});

/** In a CSV file, in place of a margin that is not known. */
export const UNKNOWN = 'unknown';

export const NOTHING: MeasureRow = {
  ...{ units: '0', revenue: '0', cost: '0', uncosted: '0', charged: '0', listed: '0', margin: '0' },
};
