import { type SQL, sql as template } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { figureRowsSql, type FigureQuestion } from '../../../src/money/figures/figure-rows.ts';
import { lossesSql } from '../../../src/money/figures/tell-of-losses.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { TestClock } from '../../kit/clock.ts';

/** The figures of years are many rows; a screen reads those of its days and of its row alone. */

/** The dates in these tests are written out, so they begin here wherever TEST_NOW lets the others begin. */
const BEGIN = '2026-11-16T10:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ background: false, clock: new TestClock(BEGIN) });
  // Five years of 20 destinations, customers and carriers.
  await app.deps.sql`
    insert into figures (by, day, key, service, units, revenue, cost)
    select b.by, d.day::date, 'key ' || k.key, 'sms', 1, 0.03, 0.01
    from (values ('all'), ('customer'), ('destination'), ('carrier')) b (by)
    cross join generate_series('2022-01-01'::date, '2026-11-16'::date, '1 day') d (day)
    cross join generate_series(1, 20) k (key)
    where b.by <> 'all' or k.key = 1`;
  await app.deps.sql`analyze figures`;
});
afterAll(() => app.stop());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How a query reads the figures: by what, and how many rows. */
async function readingOf(query: SQL): Promise<{ by: string[]; rows: number }> {
  const [row] = await app.deps.db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    template`explain (analyze, format json) ${query}`,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  const reading = plan ? nodesOf(plan).filter((node) => node['Relation Name'] === 'figures') : [];
  const rows = reading.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  );
  return { by: reading.map((node) => node['Node Type']), rows: Math.max(...rows) };
}

const WEEK = { from: '2026-11-10', to: '2026-11-16' };

test.each<[string, FigureQuestion, number]>([
  ['the days of a week', { by: 'all', ...WEEK }, 7],
  ['the customers of a week', { by: 'customer', ...WEEK }, 7 * 20],
  ['the messages of a week', { by: 'carrier', service: 'sms', ...WEEK }, 7 * 20],
  ['one customer in a year', { by: 'customer', key: 'key 7', from: '2025-11-17', to: '2026-11-16' }, 365],
])('%s are found by an index, and nothing beside them is read', async (_what, question, rows) => {
  const read = await readingOf(figureRowsSql(question));
  expect(read.by).toEqual([expect.stringMatching(/Index|Bitmap Heap/)]);
  expect(read.rows).toBe(rows);
});

test('the search for losses reads two days', async () => {
  const read = await readingOf(lossesSql(app.deps));
  expect(read.by).toEqual([expect.stringMatching(/Index|Bitmap Heap/)]);
  expect(read.rows).toBe(2 * 20);
});
