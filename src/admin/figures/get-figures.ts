import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../services/deps.ts';
import { type FigureQuestion, figureRowsSql } from '../../money/figures/figure-rows.ts';
import { readPeriod } from '../../money/statements/period.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { type FigureRow, type Figures, type getFigures as endpoint, MOST_FIGURE_ROWS } from './contract.ts';
import { joinPerson, type MeasureRow, measureSums, NOTHING, presentMeasures } from './measures.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

interface Row extends MeasureRow {
  key: string;
  id: string | null;
  email: string;
  fullName: string;
}

/**
 * Revenue, cost and margin of a period: its sum, its days, and its rows by carrier, country, reseller or customer. With
 * a `key`, sum and days are those of that row. It reads totals only, whatever the number of messages.
 */
export async function getFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { split, key, service, ...asked }: QueryOf<typeof endpoint>,
): Promise<Figures> {
  const { from, to } = readPeriod({ asked, now: clock.now() });
  const period = { from, to, service };
  const [days, rows] = await Promise.all([
    sumDays(db, key === undefined ? { by: 'all', ...period } : { by: split, key, ...period }),
    db.execute<Row>(template`
      select f.*, u.id, u.email, u.full_name as "fullName" from (
        select f.key, ${measureSums('f')} from (${figureRowsSql({ by: split, ...period })}) f
        group by f.key order by sum(f.revenue) desc, f.key limit ${MOST_FIGURE_ROWS + 1}
      ) f
      ${joinPerson(split)}
      order by f.revenue::numeric desc, f.key`),
  ]);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return {
    from,
    to,
    total: presentMeasures(byDay.get(null) ?? NOTHING),
    days: Array.from({ length: count }, (_, index) => {
      const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
      return { day, ...presentMeasures(byDay.get(day) ?? NOTHING) };
    }),
    rows: rows.slice(0, MOST_FIGURE_ROWS).map(present),
    hasMore: rows.length > MOST_FIGURE_ROWS,
  };
}

type Day = MeasureRow & { day: string | null };

/** The sums of each day; without a day, of all of them. */
const sumDays = (db: Deps['db'], question: FigureQuestion): Promise<Day[]> =>
  db.execute<Day>(template`
    select f.day::text as day, ${measureSums('f')} from (${figureRowsSql(question)}) f group by grouping sets ((f.day), ())`);

const present = (row: Row): FigureRow => ({
  key: row.key,
  person: row.id === null ? null : { id: row.id, email: row.email, fullName: row.fullName },
  ...presentMeasures(row),
});
