import { sql as template, type SQL } from 'drizzle-orm';
import { formatMoney, parseMoney, subtract } from '../../platform/kit/money.ts';
import type { Measures } from './contract.ts';

/** Measures as PostgreSQL gives them: sums are texts. */
export interface MeasureRow extends Record<string, unknown> {
  units: string;
  revenue: string;
  cost: string;
  uncosted: string;
  charged: string;
  listed: string;
}

const NAMES = ['units', 'revenue', 'cost', 'uncosted', 'charged', 'listed'] as const;

/** The columns of the measures, added up. @param table the alias of rows with these columns */
export const measureSums = (table: string): SQL =>
  template.raw(NAMES.map((name) => `coalesce(sum(${table}.${name}), 0)::text as ${name}`).join(', '));

export const presentMeasures = (row: MeasureRow): Measures => {
  const [revenue, cost] = [parseMoney(row.revenue), parseMoney(row.cost)];
  return {
    units: Number(row.units),
    revenue: formatMoney(revenue, 4),
    cost: formatMoney(cost, 4),
    margin: Number(row.uncosted) > 0 ? null : formatMoney(subtract(revenue, cost), 4),
    uncosted: Number(row.uncosted),
    charged: formatMoney(parseMoney(row.charged), 4),
    listed: formatMoney(parseMoney(row.listed), 4),
  };
};

/** In a CSV file, in place of a margin that is not known. */
export const UNKNOWN = 'unknown';

export const NOTHING: MeasureRow = { units: '0', revenue: '0', cost: '0', uncosted: '0', charged: '0', listed: '0' };
