import { type DeckChanges, deckChanges } from '../../../src/money/decks/changes-contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, funded, makeAdmin, readAs, sellBy, send, signUp } from '../../kit/index.ts';
import { expectProblem, problemOf } from '../../kit/problems.ts';
import { newList, giveFile, listOf } from './lists.ts';

const HEADING = 'prefix,name,rate,fee,first interval,next interval\n';
const app = await appForFile();
const admin = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from rate_uses`;
});
const newDeck = (fields: object = {}) => newList(admin, fields);
const readDeck = (id: string) => listOf(admin, id);

const postFile = (id: string, csv: string, { validFrom }: { validFrom?: Date } = {}): Promise<Response> =>
  giveFile(admin, id, csv, validFrom && { validFrom: validFrom.toISOString() });

async function importCsv(deckId: string, csv: string, options = {}): Promise<DeckChanges> {
  const response = await postFile(deckId, csv, options);
  if (response.status !== 201) expect(await response.text()).toBe('an accepted file');
  return deckChanges.parse(await response.json());
}

const preview = (id: string, csv: string): Promise<DeckChanges> =>
  readAs(giveFile(admin, id, csv, {}, 'preview'), deckChanges);

const sell = (deckId: string | null) => admin.as('/api/admin/rate-uses/sms', { method: 'PUT', json: { deckId } });

const exported = async (deckId: string): Promise<string> =>
  (await admin.as(`/api/admin/rate-decks/${deckId}/rows.csv`)).text();

test('a preview says what is new, dearer, cheaper, gone and overlapping, and changes nothing', async () => {
  const { id } = await newDeck();
  await importCsv(id, `${HEADING}44,United Kingdom,0.03\n49,Germany,0.05\n33,France,0.04\n371,Latvia,0.02\n`);
  const before = await exported(id);
  const csv = `${HEADING}44,United Kingdom,0.0301\n49,Germany,0.04\n33,France,0.04\n4479,UK mobile,0.029\n`;
  expect(await preview(id, csv)).toMatchObject({
    ...{ rows: 4, same: 1, new: 1, dearer: 1, cheaper: 1, gone: 1, other: 0, overlapping: 1, dearerBelow: 0 },
    examples: [{ kind: 'dearer', prefix: '44', before: '0.0300', after: '0.0301' }, {}, {}, {}],
  });
  expect(await exported(id)).toBe(before);
  expect(await readDeck(id)).toMatchObject({ rows: 4, lastImport: { added: 4, changed: 0, ended: 0 } });
});

test('a long file with an error near its end leaves nothing, and the right one is read whole', async () => {
  const { id } = await newDeck();
  const rows = Array.from({ length: 6001 }, (_, index) => `${300_000 + index},Land ${index},0.05`);
  const wrong = rows.with(5500, 'no prefix,Land,0.05');
  const problem = await problemOf(await postFile(id, HEADING + wrong.join('\n')));
  expect(problem).toMatchObject({ status: 422, errors: [{ path: 'line 5502' }] });
  expect(await readDeck(id)).toMatchObject({ rows: 0, lastImport: null });
  expect(await importCsv(id, HEADING + rows.join('\n'))).toMatchObject({ rows: 6001, new: 6001 });
  expect((await exported(id)).trim().split('\n')).toHaveLength(6002);
});

test('an import replaces the rows, is exported as it was read, and is taken back whole', async () => {
  const { id } = await newDeck({ service: 'voice' });
  await importCsv(id, `${HEADING}44,United Kingdom,0.0300,0.0100,30,6\n49,Germany,0.0500,0.0000,60,60\n`);
  const first = await exported(id);
  expect(first).toContain('44,United Kingdom,0.0300,0.0100,30,6');
  await importCsv(
    id,
    'Code;Destination;Rate per minute;Billing increment\n+33;France;0,01231;1/1\n0044;Kingdom;0,03;60/60\n',
  );
  const second = await exported(id);
  // A fifth place is rounded up: never cheaper than the file.
  expect(second).toContain('33,France,0.0124,0.0000,1,1');
  expect(second).not.toContain('Germany');
  expect(await preview(id, second)).toMatchObject({ rows: 2, same: 2, new: 0, gone: 0 });
  const importId = (await readDeck(id)).lastImport?.id;
  const undo = (json: object) => admin.as(`/api/admin/rate-decks/${id}/undo`, { json });
  expect((await undo({ importId })).status).toBe(200);
  expect(await exported(id)).toBe(first);
  await expectProblem(await undo({ importId }), 'not_allowed_now');
  expect((await undo({ importId: (await readDeck(id)).lastImport?.id })).status).toBe(200);
  expect(await readDeck(id)).toMatchObject({ rows: 0, lastImport: null });
});

test('countries, networks and what is blocked come back from an export', async () => {
  const { id } = await newDeck();
  await importCsv(
    id,
    'prefix,name,rate,country,mccmnc,blocked\n44,United Kingdom,0.03,GB,234-15,\n881,Satellite,,,,yes\n',
  );
  const lines = (await exported(id)).trim().split('\r\n').slice(1);
  expect(lines).toEqual(['44,United Kingdom,0.0300,0.0000,60,60,GB,23415,', '881,Satellite,0.0000,0.0000,60,60,,,yes']);
  expect(await preview(id, await exported(id))).toMatchObject({ rows: 2, same: 2, other: 0 });
  const waiting = new Date(app.clock.now().getTime() + HOUR_MS);
  await importCsv(id, `${HEADING}44,United Kingdom,0.05\n`, { validFrom: waiting });
  expect((await exported(id)).trim().split('\r\n').slice(1)).toEqual(lines);
});

test('in calls a higher fee and longer seconds are dearer too, a lower fee and shorter ones are not', async () => {
  const { id } = await newDeck({ service: 'voice' });
  const csv = (terms: string) => `${HEADING}44,United Kingdom,0.0300,${terms}\n`;
  await importCsv(id, csv('0.0100,30,6'));
  await sellBy(app, 'voice', id);
  for (const terms of ['0.0101,30,6', '0.0100,31,6', '0.0100,30,7', '0.0099,30,7']) {
    await expectProblem(await postFile(id, csv(terms)), 'not_allowed_now');
  }
  await importCsv(id, csv('0.0099,29,5'));
});

test.each([
  ['a letter in a prefix', '44x,Kingdom,0.03\n', /Line 2: the prefix/],
  ['no price', '44,Kingdom,\n', /Line 2: a price/],
  ['a price of nothing', '44,Kingdom,0.00\n', /Line 2: a free destination/],
  ['a price beyond what can be charged', '44,Kingdom,100.01\n', /Line 2: a price/],
  ['a prefix twice', '44,Kingdom,0.03\n49,Germany,0.03\n+44,Kingdom,0.04\n', /Line 4: prefix 44 stands in line 2/],
  ['an interval of no seconds', '44,Kingdom,0.03,0,0,6\n', /Line 2: an interval/],
])('a file with %s changes nothing', async (_what, lines, words) => {
  const { id } = await newDeck();
  expect((await expectProblem(await postFile(id, HEADING + lines), 'validation_failed')).detail).toMatch(words);
  expect(await readDeck(id)).toMatchObject({ rows: 0, lastImport: null });
});

test('a file that is no table, too large or no text is refused', async () => {
  const { id } = await newDeck();
  await expectProblem(await postFile(id, ''), 'validation_failed');
  await expectProblem(await postFile(id, 'name,rate\nGermany,0.03\n'), 'validation_failed');
  await expectProblem(await postFile(id, `${HEADING}44,"Kingdom,0.03`), 'validation_failed');
  const bytes = new Uint8Array([0x70, 0xff, 0xfe, 0x2c]);
  const path = `/api/admin/rate-decks/${id}/preview`;
  const headers = { 'content-type': 'text/csv' };
  await expectProblem(await admin.as(path, { method: 'POST', body: bytes, headers }), 'malformed_request');
  await expectProblem(await postFile(id, 'x'.repeat(15.5 * 1024 * 1024)), 'payload_too_large');
});

test('whoever buys by a list knows a dearer price a day before, also where a new or a gone prefix makes it', async () => {
  const { id } = await newDeck();
  await importCsv(id, `${HEADING}44,United Kingdom,0.03\n447,UK mobile,0.02\n`);
  const person = await funded(app, '1.00');
  expect((await sell(id)).status).toBe(200);
  try {
    expect((await send(person, ['+447911123456'])).cost).toBe('0.0200');
    const dearer = [
      `${HEADING}44,United Kingdom,0.04\n447,UK mobile,0.02\n`,
      `${HEADING}44,United Kingdom,0.03\n447,UK mobile,0.02\n4479,One network,0.06\n`,
      `${HEADING}44,United Kingdom,0.03\n`,
    ];
    for (const csv of dearer) await expectProblem(await postFile(id, csv), 'not_allowed_now');
    const soon = new Date(app.clock.now().getTime() + 24 * HOUR_MS);
    const tooSoon = new Date(soon.getTime() - 60_000);
    await expectProblem(await postFile(id, dearer[2] ?? '', { validFrom: tooSoon }), 'not_allowed_now');
    await importCsv(id, dearer[2] ?? '', { validFrom: soon });
    // Not before another one has begun, or was taken back.
    await expectProblem(await postFile(id, `${HEADING}44,United Kingdom,0.01\n`), 'not_allowed_now');
    expect((await send(person, ['+447911123456'])).cost).toBe('0.0200');
    app.clock.moveTo(soon);
    expect((await send(person, ['+447911123456'])).cost).toBe('0.0300');
    await importCsv(id, `${HEADING}44,United Kingdom,0.01\n`);
    expect((await send(person, ['+447911123456'])).cost).toBe('0.0100');
  } finally {
    await app.deps.sql`delete from rate_uses`;
  }
  expect((await send(person, ['+12025550123'])).cost).toBe('0.0300');
});

test('a list of costs, of another service or without prices is not sold by', async () => {
  const costs = await newDeck({ kind: 'cost', carrier: 'carrier-1' });
  const calls = await newDeck({ service: 'voice' });
  // A form that has no field for it sends an empty one.
  const empty = await newDeck({ carrier: '' });
  expect(empty.carrier).toBeNull();
  for (const { id } of [costs, calls]) await importCsv(id, `${HEADING}44,United Kingdom,0.03\n`);
  for (const { id } of [costs, calls, empty]) await expectProblem(await sell(id), 'not_allowed_now');
  await expectProblem(await sell(Bun.randomUUIDv7()), 'not_found');
  const again = await admin.as('/api/admin/rate-decks', {
    json: { name: 'Other', kind: 'cost', service: 'sms', carrier: costs.carrier },
  });
  await expectProblem(again, 'not_allowed_now');
  const nobody = await signUp(app);
  expect((await problemOf(await nobody.withCookie('/api/admin/rate-decks'))).code).toBe('forbidden');
});

test('two files at once: one is read after the other, and both are whole', async () => {
  const { id } = await newDeck();
  const csv = (rate: string) =>
    HEADING + Array.from({ length: 500 }, (_, n) => `44${n + 100},Place ${n},${rate}\n`).join('');
  const answers = await Promise.all(['0.03', '0.04', '0.05'].map((rate) => postFile(id, csv(rate))));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const rates = new Set(
    (await exported(id))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[2]),
  );
  expect(rates.size).toBe(1);
});
