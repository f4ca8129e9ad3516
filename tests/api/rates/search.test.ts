import { sql as template } from 'drizzle-orm';
import { type DeckRowsQuestion, deckRowsSql } from '../../../src/money/pricing/deck-rows.ts';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { appForFile, makeAdmin, makeDeck, readAnswer, sellBy, signUp } from '../../kit/index.ts';
import { chance, oneOf } from '../../kit/seed.ts';
import { planOf, rowsReadBy } from '../../kit/plan.ts';
import { newList, giveFile } from './lists.ts';

const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const next = chance('search of rates');
const random = (most: number) => Math.floor(next() * most);

const ROWS = 20_000;
const LIMIT = 50;

/** A big list: `Land 40` to `Land 59`, with all of their networks, and beside them a name that is everywhere. */
async function bigDeck(): Promise<string> {
  const deckId = await makeDeck(app, 'voice', [{ prefix: '1', rate: '0.05' }]);
  const from = 400_000;
  await app.deps.sql`
    insert into rate_rows (deck_id, prefix, name, rate, valid_from, import_id)
    select ${deckId}::uuid, p::text,
      case when p % 7 = 0 then 'Everywhere' else 'Land ' || p / 1000 || ' Net ' || p / 50 end,
      0.03, '2020-01-01', ${deckId}::uuid from generate_series(${from}::integer, ${from + ROWS - 1}) p`;
  await app.deps.sql`
    insert into rate_names select deck_id, name, min(prefix), max(prefix) from rate_rows
    where deck_id = ${deckId} group by 1, 2 on conflict do nothing`;
  await app.deps.sql`analyze rate_rows, rate_names`;
  return deckId;
}

const question = (deckId: string, wanted: Partial<DeckRowsQuestion>) =>
  deckRowsSql({
    deck: template`${deckId}::uuid`,
    at: template`${app.clock.now().toISOString()}::timestamptz`,
    ...{ digits: '', name: '', codes: [], after: '', limit: LIMIT, ...wanted },
  });

test('no search reads more than a small part of a big list', async () => {
  const deckId = await bigDeck();
  const rowsRead = async (wanted: Partial<DeckRowsQuestion>) => {
    const reading = await planOf(app.deps.db, question(deckId, wanted), 'rate_rows');
    return reading.reduce((sum, node) => sum + rowsReadBy(node), 0);
  };
  // The last prefixes, a land and a network in the middle, a name that is everywhere, text that is in all names, text in none, a code.
  expect(await rowsRead({ digits: '41999' })).toBeLessThanOrEqual(10);
  expect(await rowsRead({ name: 'land 410' })).toBeLessThanOrEqual(1000);
  expect(await rowsRead({ name: 'net 8100' })).toBeLessThanOrEqual(100);
  expect(await rowsRead({ name: 'everywhere' })).toBeLessThanOrEqual(10 * LIMIT);
  expect(await rowsRead({ name: 'Land' })).toBeLessThanOrEqual(10 * LIMIT);
  expect(await rowsRead({ name: 'nowhere' })).toBe(0);
  expect(await rowsRead({ name: 'nowhere', codes: ['4199'] })).toBeLessThanOrEqual(2 * LIMIT);
  expect(await rowsRead({ after: '419990' })).toBeLessThanOrEqual(10);
});

test('a search finds what reading all rows finds', async () => {
  const { sql, db } = app.deps;
  const deckId = await bigDeck();
  const now = app.clock.now().toISOString();
  // Some rows hold no more, and some not yet.
  await sql`update rate_rows set valid_until = ${now} where deck_id = ${deckId} and right(prefix, 1) = '3'`;
  await sql`
    update rate_rows set valid_from = ${now}::timestamptz + interval '1 day'
    where deck_id = ${deckId} and right(prefix, 1) = '4'`;
  const rows = await sql<{ prefix: string; name: string }[]>`
    select prefix, name from rate_rows where deck_id = ${deckId} and right(prefix, 1) not in ('3', '4') order by prefix`;
  const some = () => rows[random(rows.length)] ?? { prefix: '', name: '' };
  for (let each = 0; each < 60; each++) {
    const wanted = {
      ...oneOf<Partial<DeckRowsQuestion>>(
        [
          { digits: some().prefix.slice(0, random(7)) },
          { name: some().name.slice(random(4), random(12) + 5) },
          { name: some().name, codes: [some().prefix.slice(0, 4), some().prefix.slice(0, 5)] },
          { name: oneOf(['LAND', 'everywhere', 'net 41', 'nowhere', '%', '4'], next) },
        ],
        next,
      ),
      after: next() < 0.3 ? some().prefix : '',
    };
    const { digits = '', name = '', codes = [], after } = wanted;
    const whole = rows.findLast(({ prefix }) => digits.startsWith(prefix))?.prefix;
    const matches = (row: { prefix: string; name: string }) =>
      name === ''
        ? row.prefix.startsWith(digits) || row.prefix === whole
        : row.name.toLowerCase().includes(name.toLowerCase()) || codes.some((code) => row.prefix.startsWith(code));
    const expected = rows.filter((row) => row.prefix > after && matches(row)).slice(0, LIMIT);
    const found = await db.execute<{ prefix: string; name: string }>(question(deckId, wanted));
    expect([wanted, ...found.map(({ prefix, name: its }) => `${prefix} ${its}`)]).toEqual([
      wanted,
      ...expected.map((row) => `${row.prefix} ${row.name}`),
    ]);
  }
});

test('a search by name finds what a file brings, from the lowest prefix to the highest', async () => {
  const person = await signUp(app);
  const { id } = await newList(admin);
  const read = async (lines: string) =>
    expect((await giveFile(admin, id, `prefix,name,rate\n${lines}`)).status).toBe(201);
  await read('371,Latvia,0.03\n3712,Latvia,0.03\n44,Kingdom,0.03\n');
  const first = '371,Latvia,0.03\n3712,Latvia,0.03\n44,Kingdom,0.03\n';
  await read(`${first}999,Latvia,0.03\n`);
  await read(`${first}999,Latvia,0.03\n1,Latvia,0.03\n`);
  await sellBy(app, 'sms', id);
  const { lines } = await readAnswer(person.as(`/api/users/${person.id}/destinations?search=latvi`), searchRates);
  const sms = lines.filter(({ service }) => service === 'sms').map(({ prefix }) => prefix);
  expect(sms).toEqual(['1', '371', '3712', '999']);
});
