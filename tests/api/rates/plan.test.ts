import { sql as template } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { priceLists } from '../../../db/schema/index.ts';
import { pricedSql } from '../../../src/money/pricing/price-recipients.ts';
import { directPriceSql, FLAT_SMS } from '../../../src/money/pricing/price-sql.ts';
import { prefixesOf, rateRowSql } from '../../../src/money/pricing/rate-row-sql.ts';
import { appForFile, makeDeck, makePair, sellBy, signUp } from '../../kit/index.ts';
import { type Explained, nodesIn, planOf, rowsReadBy } from '../../kit/plan.ts';

const app = await appForFile({ background: false });

test('a price is found by the index of prefixes, and reads no more rows than a number has prefixes', async () => {
  const deckId = await makeDeck(
    app,
    'sms',
    Array.from({ length: 20_000 }, (_, index) => ({ prefix: String(440_000 + index), rate: '0.05' })),
  );
  await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.05' }]);
  await app.deps.sql`analyze rate_rows`;
  const nodes = await planOf(
    app.deps.db,
    rateRowSql(
      template`${deckId}::uuid`,
      template`'447911123456'::text`,
      template`${app.clock.now().toISOString()}::timestamptz`,
    ),
  );
  const reading = nodes.filter((node) => node['Relation Name'] === 'rate_rows');
  expect(reading.map((node) => node['Node Type'])).toEqual([expect.stringMatching(/Index|Bitmap Heap/)]);
  expect(nodes.map((node) => node['Index Name'])).toContain('rate_rows_deck_id_prefix_valid_from_import_id_pk');
  for (const node of reading) expect(rowsReadBy(node)).toBeLessThanOrEqual(15);
});

test('the price of a short statement is found by that index too, by one plan for all numbers', async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => ({
    prefix: String(447_000 + index),
    rate: '0.05',
  }));
  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.05' }, ...rows]));
  const { id } = await signUp(app);
  await app.deps.sql`analyze`;
  const price = directPriceSql(
    { userId: template`$3::uuid`, service: 'sms', flat: FLAT_SMS, now: template`$2::timestamptz` },
    template`string_to_array($1::text, ',')`,
  );
  const { sql: text } = new PgDialect().sqlToQuery(price);
  const nodes = await app.deps.sql.begin(async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = force_generic_plan; prepare short_price as ${text}`);
    const [row] = await tx.unsafe<Explained[]>(
      `explain (analyze, format json) execute short_price
        ('${prefixesOf('+447911123456')}', '${app.clock.now().toISOString()}', '${id}')`,
    );
    await tx.unsafe('deallocate short_price');
    return nodesIn(row);
  });
  const reading = nodes.filter((node) => node['Relation Name'] === 'rate_rows');
  expect(reading.map((node) => node['Index Name'])).toEqual(['rate_rows_deck_id_prefix_valid_from_import_id_pk']);
  expect(reading.map(rowsReadBy)).toEqual([1]);
});

test("by a reseller's deck a price is one row more, found by the same index; who has none does not look for it", async () => {
  const rows = Array.from({ length: 4000 }, (_, index) => ({
    prefix: String(447_000 + index),
    rate: '0.05',
  }));
  const [standard, resellers, chosen] = await Promise.all([1, 2, 3].map(() => makeDeck(app, 'sms', rows)));
  if (!standard || !resellers || !chosen) throw new Error('a deck is missing');
  await sellBy(app, 'sms', standard, { resellerDeckId: resellers });
  const [{ customer: byDeck }, { customer: without }] = [await makePair(app), await makePair(app)];
  await app.deps.db.insert(priceLists).values({ userId: byDeck.id, smsDeckId: chosen, updatedAt: app.clock.now() });
  await app.deps.sql`analyze`;
  const looks = async (owner: string) => {
    const nothing = template`null`;
    const priced = pricedSql(
      {
        ...{
          owner: template`${owner}`,
          now: template`${app.clock.now().toISOString()}`,
          numbers: template`'+447911123456'`,
        },
        ...{
          firstId: nothing,
          codeOfEach: nothing,
          texts: nothing,
          partsOfEach: nothing,
          riskOfEach: nothing,
          mmsOfEach: nothing,
        },
        ...{ shortPartsOfEach: nothing, unreachedEach: nothing, parts: template`1`, shortParts: template`1` },
        despiteOptOut: template`false`,
      },
      'one',
    );
    const bill = template`with allowed as (select 1), ${priced} select * from bill`;
    const nodes = await planOf(app.deps.db, bill, 'rate_rows');
    expect(nodes.map((node) => node['Node Type']).join()).not.toContain('Seq Scan');
    // Without a deck the look-up has no key, and ends before it reads a page.
    const read = nodes.filter((node) => node['Shared Hit Blocks'] + node['Shared Read Blocks'] > 0);
    for (const node of read) expect(rowsReadBy(node)).toBeLessThanOrEqual(15);
    return read.length;
  };
  expect([await looks(without.id), await looks(byDeck.id)]).toEqual([2, 3]);
});
