import type { SQL } from 'drizzle-orm';
import { type UnitFilters, unitsSql } from '../../../src/admin/figures/list-units.ts';
import { figureRowsSql, type FigureQuestion } from '../../../src/money/figures/figure-rows.ts';
import { lossesSql } from '../../../src/money/figures/notify-of-losses.ts';
import { appForFile, funded, newNumber, send, TestClock } from '../../kit/index.ts';
import { planOf, rowsReadBy } from '../../kit/plan.ts';
import { BEGIN } from './read-figures.ts';

/** The figures of years are many rows, and so is what stands behind them; a screen reads what is of its days and of its row alone. */

const DAYS = 1000;
const MESSAGES_A_DAY = 10;

/** Writes one message ten times on each of the days before, each time with an id of its time. */
async function copyMessage(): Promise<void> {
  const { id } = await send(await funded(app, '1.00'), [newNumber()]);
  const copies = app.deps.sql`
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id, at
    from (
      select n, ${BEGIN}::timestamptz - n * interval '1 day' / ${MESSAGES_A_DAY}::integer as at
      from generate_series(1, ${DAYS * MESSAGES_A_DAY}::integer) n
    ) times`;
  // They share what paid for them.
  await app.deps.sql`drop index sms_messages_transaction`;
  await app.deps.sql`
    insert into sms_messages
    select f.* from (${copies}) c, sms_messages m,
      jsonb_populate_record(m, jsonb_build_object('id', c.id, 'sent_at', c.at)) f where m.id = ${id}`;
  await app.deps.sql`
    insert into sms_recipients
    select f.* from (${copies}) c, sms_recipients r,
      jsonb_populate_record(r, jsonb_build_object('id', c.id, 'message_id', c.id, 'status', 'sent')) f
    where r.message_id = ${id}`;
  await app.deps.sql`analyze sms_messages, sms_recipients`;
}

/** How a query reads a table: by what, and how many rows. */
async function readingOf(query: SQL, table = 'figures'): Promise<{ by: string[]; rows: number }> {
  const reading = await planOf(app.deps.db, query, table);
  return { by: reading.map((node) => node['Node Type']), rows: Math.max(...reading.map(rowsReadBy)) };
}

const WEEK = { from: '2026-11-10', to: '2026-11-16' };
const app = await appForFile({ background: false, clock: new TestClock(BEGIN) });
// Five years of 20 destinations, customers and carriers.
await app.deps.sql`
    insert into figures (by, day, key, service, units, revenue, cost)
    select b.by, d.day::date, 'key ' || k.key, 'sms', 1, 0.03, 0.01
    from (values ('all'), ('customer'), ('destination'), ('carrier')) b (by)
    cross join generate_series('2022-01-01'::date, '2026-11-16'::date, '1 day') d (day)
    cross join generate_series(1, 20) k (key)
    where b.by <> 'all' or k.key = 1`;
await app.deps.sql`analyze figures`;
await copyMessage();

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

const DAY = { from: '2025-03-03', to: '2025-03-03' };
const YEAR = { from: '2025-01-01', to: '2025-12-31' };
const SMS = { service: 'sms', differing: false } as const;
const PAGE = 20;
const MAY = '01968000-0000-7000-8000-000000000000';

// Ids are of the time of their server, so a day more at both ends is looked at.
test.each<[string, UnitFilters, string | undefined]>([
  ['a day', { ...SMS, split: 'carrier', ...DAY }, undefined],
  ['a day of one country', { ...SMS, split: 'country', key: '+44', ...DAY }, undefined],
  ['the first page of a year', { ...SMS, split: 'carrier', ...YEAR }, undefined],
  ['a later page of a year', { ...SMS, split: 'carrier', ...YEAR }, MAY],
])('of %s the messages are found by an index, and those beside them are not read', async (_what, filters, before) => {
  const query = unitsSql(filters, { limit: PAGE, before }, app.clock.now());
  expect(await app.deps.db.execute(query)).toHaveLength(filters.from === filters.to ? MESSAGES_A_DAY : PAGE);
  for (const table of ['sms_messages', 'sms_recipients']) {
    const read = await readingOf(query, table);
    expect(read.by).toEqual([expect.stringMatching(/Index|Bitmap Heap/)]);
    expect(read.rows).toBeLessThanOrEqual(3 * MESSAGES_A_DAY);
  }
});
