import { type DeckChanges, deckChanges } from '../../../src/money/decks/changes-contract.ts';
import { convertLists } from '../../../src/money/decks/convert-lists.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, expectProblem, makeAdmin, makeDeck, readAs } from '../../kit/index.ts';
import { newList, giveFile, listOf } from './lists.ts';

const app = await appForFile({ background: false, env: { CURRENCY_RATES: 'USD=0.80,EUR=0.90' } });
const admin = await makeAdmin(app);
let made = 0;
async function newDeck(fields: object = {}): Promise<string> {
  made += 1;
  const carrier = `carrier-${made}`;
  return (await newList(admin, { kind: 'cost', service: 'voice', carrier, ...fields })).id;
}
const importFile = (id: string, body: string, query: Record<string, string> = {}) => giveFile(admin, id, body, query);
const preview = (id: string, body: string, columns?: object): Promise<DeckChanges> => {
  const query = columns && { columns: JSON.stringify(columns) };
  return readAs(giveFile(admin, id, body, query, 'preview'), deckChanges);
};
const rowsOf = async (deckId: string) => {
  const rows = await app.deps.sql<{ row: string }[]>`
    select concat_ws(' ', prefix, rate, fee, first_interval, next_interval) as row from rate_rows
    where deck_id = ${deckId} and valid_from <= ${app.clock.now().toISOString()}
      and (valid_until is null or valid_until > ${app.clock.now().toISOString()}) order by prefix`;
  return rows.map(({ row }) => row);
};

test.each([
  ['Rate (USD)', '0.0125', '0.0100'],
  ['Price/min, $', '0.0126', '0.0101'],
  ['USD Rate', '0.012501', '0.0101'],
  ['Rate EUR', '0.01', '0.0090'],
  ['Rate (£)', '0.01', '0.0100'],
  ['rate', '0.01', '0.0100'],
])('a price below %p of %p is £%p', async (heading, price, pounds) => {
  const id = await newDeck();
  expect((await importFile(id, `Code;Destination;${heading}\n44;Kingdom;${price}\n`)).status).toBe(201);
  expect(await rowsOf(id)).toEqual([`44 ${pounds} 0.0000 60 60`]);
});

test('a list keeps its currency: another one is refused, and what it comes to is counted again each day', async () => {
  const id = await newDeck({ currency: 'USD' });
  expect((await importFile(id, 'prefix,name,rate,fee\n44,Kingdom,1,0.5\n')).status).toBe(201);
  expect(await rowsOf(id)).toEqual(['44 0.8000 0.4000 60 60']);
  expect(await listOf(admin, id)).toMatchObject({ currency: 'USD' });
  const other = await expectProblem(
    await importFile(id, 'prefix,name,Rate (EUR)\n44,Kingdom,1\n'),
    'validation_failed',
  );
  expect(other.detail).toBe('The file’s prices are in EUR, and this list is in USD');
  const unknown = await expectProblem(
    await importFile(await newDeck({ currency: 'XAF' }), 'prefix,name,rate\n44,Kingdom,1\n'),
    'validation_failed',
  );
  expect(unknown.detail).toContain('what one XAF is worth');
  await app.deps.sql`
    insert into currency_rates (currency, pounds, read_at) values ('USD', '0.7501', ${app.clock.now().toISOString()})`;
  await convertLists(app.deps);
  expect(await rowsOf(id)).toEqual(['44 0.7501 0.3751 60 60']);
  const file = await (await admin.as(`/api/admin/rate-decks/${id}/rows.csv`)).text();
  expect(file).toContain('prefix,name,rate (USD),fee');
  expect(await preview(id, file)).toMatchObject({ rows: 1, same: 1, currency: 'USD' });
  await app.deps.sql`delete from currency_rates`;
});

test.each([
  ['Increment', '30/6'],
  ['Increment 60/60', '30/6'],
  ['Billing increment', '30/6'],
  ['interval 1,interval n', '30,6'],
])('%p says the intervals', async (headings, cells) => {
  const id = await newDeck();
  expect((await importFile(id, `prefix,name,rate,${headings}\n44,Kingdom,0.01,${cells}\n`)).status).toBe(201);
  expect(await rowsOf(id)).toEqual(['44 0.0100 0.0000 30 6']);
});

test('several prefixes in a cell are as many rows', async () => {
  const id = await newDeck();
  const csv = 'Codes\tDestination\tRate\n"4474, 4475;+4477"\tMobile\t0.02\n44 \tKingdom\t0.01\n';
  expect(await readAs(importFile(id, csv), deckChanges)).toMatchObject({ rows: 4, new: 4, overlapping: 3 });
  expect(await rowsOf(id)).toEqual(
    ['44 0.0100', '4474 0.0200', '4475 0.0200', '4477 0.0200'].map((row) => `${row} 0.0000 60 60`),
  );
  await expectProblem(await importFile(id, `${csv}4475\tTwice\t0.03\n`), 'validation_failed');
});

test('unknown columns are named, and what an administrator says of them is remembered for the list', async () => {
  const id = await newDeck();
  const csv = 'Vorwahl,Ziel,Preis,Notes\n44,Kingdom,0.01,x\n';
  expect(await preview(id, csv)).toMatchObject({ rows: 0, missing: ['prefix', 'name', 'rate'] });
  await expectProblem(await importFile(id, csv), 'validation_failed');
  const columns = { Vorwahl: 'prefix', Ziel: 'name', Preis: 'rate' };
  expect(await preview(id, csv, columns)).toMatchObject({
    ...{ rows: 1, new: 1, missing: [] },
    columns: [
      { heading: 'Vorwahl', column: 'prefix' },
      { heading: 'Ziel', column: 'name' },
      { heading: 'Preis', column: 'rate' },
      { heading: 'Notes', column: null },
    ],
  });
  expect((await importFile(id, csv, { columns: JSON.stringify(columns) })).status).toBe(201);
  expect(await preview(id, csv)).toMatchObject({ rows: 1, same: 1, missing: [] });
  await expectProblem(await importFile(id, csv, { columns: '{"Preis":"nothing"}' }), 'validation_failed');
});

test('a row holds from its own date, if that is later, and the next file says it anew', async () => {
  const id = await newDeck();
  expect((await importFile(id, 'prefix,name,rate\n44,Kingdom,0.01\n49,Germany,0.01\n')).status).toBe(201);
  const day = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const csv = (rate: string) =>
    `prefix,name,rate,Effective date\n44,Kingdom,${rate},${day(3)}\n49,Germany,0.02,${day(-3)}\n33,France,0.03,\n`;
  expect((await importFile(id, csv('0.05'))).status).toBe(201);
  const rows = (kingdom: string) => ['33 0.0300 0.0000 60 60', `44 ${kingdom} 0.0000 60 60`, '49 0.0200 0.0000 60 60'];
  expect(await rowsOf(id)).toEqual(rows('0.0100'));
  expect((await importFile(id, csv('0.06'))).status).toBe(201);
  expect(await rowsOf(id)).toEqual(rows('0.0100'));
  app.clock.advance(3 * DAY_MS);
  expect(await rowsOf(id)).toEqual(rows('0.0600'));
  for (const written of ['31.12.2026', '31/12/2026', '31-Dec-2026', '2026-12-31 00:00:00', '46387']) {
    const other = await newDeck();
    const one = `prefix,name,rate,effective\n44,Kingdom,0.01,${written}\n`;
    expect([written, (await importFile(other, one)).status]).toEqual([written, 201]);
    const [row] = await app.deps.sql<{ at: Date }[]>`select valid_from as at from rate_rows where deck_id = ${other}`;
    expect([written, new Date(row?.at ?? '').toISOString()]).toEqual([written, '2026-12-31T00:00:00.000Z']);
  }
  for (const wrong of ['05/06/2027', '31.02.2027', 'soon']) {
    const one = `prefix,name,rate,effective\n44,Kingdom,0.01,${wrong}\n`;
    const problem = await expectProblem(await importFile(id, one), 'validation_failed');
    expect(problem.detail).toContain('Line 2: write the date so');
  }
});

test('a file of costs in a list that we sell by is warned of', async () => {
  await makeDeck(
    app,
    'sms',
    [
      { prefix: '44', rate: '0.02' },
      { prefix: '49', rate: '0.02' },
    ],
    { carrier: 'sandbox' },
  );
  const id = await newDeck({ kind: 'sell', service: 'sms', carrier: null });
  const rows = (one: string, two: string) => `prefix,name,rate\n44,Kingdom,${one}\n49,Germany,${two}\n`;
  expect(await preview(id, rows('0.02', '0.0199'))).toMatchObject({ looksLikeCosts: true });
  expect(await preview(id, rows('0.03', '0.04'))).toMatchObject({ looksLikeCosts: false });
  const problem = await expectProblem(
    await importFile(id, rows('0.03', '0.04').replace('rate', 'Rate (USD)')),
    'validation_failed',
  );
  expect(problem.detail).toContain('it looks like what a provider asks');
  const json = { name: 'Dollars', kind: 'sell', service: 'sms', currency: 'USD' };
  await expectProblem(await admin.as('/api/admin/rate-decks', { json }), 'validation_failed');
});
