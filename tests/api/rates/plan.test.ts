import { sql as template } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rateRowSql } from '../../../src/money/pricing/price-sql.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { makeDeck } from '../../kit/decks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ background: false });
});
afterAll(() => app.stop());

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('a price is found by the index of prefixes, and reads no more rows than a number has prefixes', async () => {
  const deckId = await makeDeck(
    app,
    'sms',
    Array.from({ length: 20_000 }, (_, index) => ({ prefix: String(440_000 + index), rate: '0.05' })),
  );
  await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.05' }]);
  await app.deps.sql`analyze rate_rows`;
  const [row] = await app.deps.db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(template`
    explain (analyze, format json) ${rateRowSql(
      template`${deckId}::uuid`,
      template`'447911123456'::text`,
      template`${app.clock.now().toISOString()}::timestamptz`,
    )}`);
  const plan = row?.['QUERY PLAN'][0].Plan;
  const reading = plan ? nodesOf(plan).filter((node) => node['Relation Name'] === 'rate_rows') : [];
  expect(reading.map((node) => node['Node Type'])).toEqual([expect.stringMatching(/Index|Bitmap Heap/)]);
  expect(plan ? nodesOf(plan).map((node) => node['Index Name']) : []).toContain(
    'rate_rows_deck_id_prefix_valid_from_import_id_pk',
  );
  for (const node of reading) {
    expect(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(15);
  }
});
