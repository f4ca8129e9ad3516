import { sql as template, type SQL } from 'drizzle-orm';
import { MEASURES } from '../../money/figures/count-figures.ts';
import { formatMoney, parseMoney, subtract } from '../../platform/kit/money.ts';
import { type FigureSplit, type Measures, measures } from './contract.ts';

/** Measures as PostgreSQL gives them: sums are texts. */
export type MeasureRow = Record<string, unknown> & Record<(typeof MEASURES)[number], string>;

/** The measures as columns of a CSV file. */
export const COLUMNS = measures.keyof().options;

/** The columns of the measures, added up. @param table the alias of lines with these columns */
export const measureSums = (table: string): SQL =>
  template.raw(MEASURES.map((name) => `coalesce(sum(${table}.${name}), 0)::text as ${name}`).join(', '));

/** Joins the account `u` of a line `f`, where it is one of an account. */
export const joinPerson = (split: FigureSplit): SQL =>
  template.raw(
    `left join users u on ${split === 'customer' || split === 'reseller' ? "u.id = nullif(f.key, '')::uuid" : 'false'}`,
  );

const money = (amount: string): string => formatMoney(parseMoney(amount), 4);

export function presentMeasures(row: MeasureRow): Measures {
  const [units, uncosted] = [Number(row.units), Number(row.uncosted)];
  const isUnknown = uncosted > 0 && units === uncosted && Number(row.cost) === 0;
  const costed = subtract(parseMoney(row.revenue), parseMoney(row.uncosted_revenue));
  return {
    ...{ units, uncosted, revenue: money(row.revenue), cost: money(row.cost) },
    margin: isUnknown ? null : formatMoney(subtract(costed, parseMoney(row.cost)), 4),
    uncostedRevenue: money(row.uncosted_revenue),
    charged: money(row.charged),
    listed: money(row.listed),
  };
}

/** In a CSV file, in place of a margin that is not known. */
export const UNKNOWN = 'unknown';

export const NOTHING: MeasureRow = {
  ...{ units: '0', revenue: '0', cost: '0', uncosted: '0', uncosted_revenue: '0', charged: '0', listed: '0' },
};
