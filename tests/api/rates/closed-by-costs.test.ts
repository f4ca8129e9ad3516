import { deckChanges } from '../../../src/money/decks/changes-contract.ts';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { credit, funded, makeAdmin, makeApprover, makeReseller, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, makeDeck, postSms, sellBy, send, firstOf } from '../../kit/index.ts';
import { readAnswer, readAs, withId } from '../../kit/read.ts';
import { agreeTo } from '../admin/requests.ts';
import { orderCall } from '../voice/calls.ts';
import { newList, giveFile, listOf, takeBack } from './lists.ts';

const GERMAN = '+4915112345678';
const BRITISH = '+447400123456';
/* The clock begins again for each test, so each has its own destinations. */
const FRENCH = '+33612345678';

const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '1000', APPROVER_AGE_HOURS: '0' } });
const [admin, second] = [await makeAdmin(app), await makeApprover(app)];
const began = () => app.clock.now();
afterEach(async () => {
  const ofDecks = ['rate_uses', 'rate_rows', 'rate_imports', 'rate_names', 'rate_decks'];
  for (const table of ['second_word_files', ...ofDecks, 'second_words']) {
    await app.deps.sql`delete from ${app.deps.sql(table)}`;
  }
});

const costs = async (carrier = 'sandbox', service: 'sms' | 'voice' = 'sms'): Promise<string> =>
  (await newList(admin, { kind: 'cost', service, carrier })).id;
const HEADING = 'prefix,name,rate\n';
const previewOf = (id: string, file: string) => readAs(giveFile(admin, id, file, {}, 'preview'), deckChanges);
const preview = (id: string, rows: string) => previewOf(id, HEADING + rows);
const importAs = (who: TestActor, id: string, rows: string, validFrom?: Date) =>
  giveFile(who, id, HEADING + rows, validFrom && { validFrom: validFrom.toISOString() });
const later = () => new Date(began().getTime() + DAY_MS + 1);
const linesOf = async (person: TestActor, search = '') => {
  const query = `search=${encodeURIComponent(search)}`;
  const { lines } = await readAnswer(person.as(`/api/users/${person.id}/destinations?${query}`), searchRates);
  return lines.flatMap(({ service, prefix, rate, endsFrom }) => (service === 'sms' ? [[prefix, rate, endsFrom]] : []));
};
const toldTo = ({ id }: TestActor) => app.deps.sql`
  select data->'destinations' as destinations from mails where user_id = ${id} and kind = 'destinations_dropped'`;
const agree = async () => {
  const asked = await readAs(second.withCookie('/api/admin/requests'), withId.array());
  const newest = firstOf(asked, 'nothing waits');
  const response = await agreeTo(second, newest);
  if (response.status !== 200) throw new Error(await response.text());
};

const SOLD = [
  { prefix: '44', rate: '0.0300' },
  { prefix: '49', rate: '0.0500' },
  { prefix: '33', rate: '0.0200' },
  { prefix: '371', rate: '0.0100' },
];
/** No price of Germany and France, and a dearer one than ours of Latvia. */
const ROWS = '44,Kingdom,0.01\n371,Latvia,0.0101\n';

test('the first file of costs says what it would close, is announced, agreed to, and told', async () => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', SOLD));
  const [person, other] = [await funded(app, '5.00'), await funded(app, '5.00')];
  await send(person, [GERMAN]);
  await send(other, [BRITISH]);
  const id = await costs();
  expect(await preview(id, ROWS)).toMatchObject({ closed: 3, sold: 4, closedUsed: 1 });
  const soon = await expectProblem(await importAs(admin, id, ROWS), 'not_allowed_now');
  expect(soon.detail).toContain('used 1 destination within 30 d');
  const from = later();
  await expectProblem(await importAs(admin, id, ROWS, from), 'approval_needed');
  await agree();
  expect((await listOf(admin, id)).lastImport).toMatchObject({ closed: 3, closedUsed: 1 });
  expect([...(await toldTo(person))]).toEqual([{ destinations: ['+49 Destination 49'] }]);
  expect([...(await toldTo(other))]).toEqual([]);
  const ends = from.toISOString();
  expect(await linesOf(person)).toEqual([
    ['33', '0.0200', ends],
    ['371', '0.0100', ends],
    ['44', '0.0300', null],
    ['49', '0.0500', ends],
  ]);
  expect((await postSms(person, [GERMAN])).status).toBe(201);

  app.clock.advance(DAY_MS + 2);
  expect(await linesOf(person)).toEqual([
    ['33', null, null],
    ['371', null, null],
    ['44', '0.0300', null],
    ['49', null, null],
  ]);
  expect(await linesOf(person, GERMAN)).toEqual([['49', null, null]]);
  expect(await linesOf(person, BRITISH)).toEqual([['44', '0.0300', null]]);
  const csv = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  expect(csv).toContain('sms,49,Destination 49,not sold');
  expect(csv).toContain('sms,44,Destination 44,0.0300');
  app.deps.costsInUse.saw(true);
  await expectProblem(await postSms(person, [GERMAN]), 'destination_not_sold');
  expect((await postSms(person, [BRITISH])).status).toBe(201);
});

test('a file closes nothing that another carrier still carries, nor does one of a carrier that is not set up', async () => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', SOLD));
  const both = SOLD.map(({ prefix }) => ({ prefix, rate: '0.0100' }));
  await makeDeck(app, 'sms', both, { carrier: 'sandbox-backup' });
  expect(await preview(await costs(), ROWS)).toMatchObject({ closed: 0, sold: 4, closedUsed: 0 });
  expect(await preview(await costs('elsewhere'), ROWS)).toMatchObject({ closed: 0, closedUsed: 0 });
});

test("the resellers' price decides, too", async () => {
  const deck = await makeDeck(app, 'sms', SOLD);
  await sellBy(app, 'sms', deck, { resellerPercent: 50 });
  const reseller = await makeReseller(app);
  const id = await costs();
  const rows = '44,Kingdom,0.0151\n49,Germany,0.025\n33,France,0.01\n371,Latvia,0.005\n';
  expect(await preview(id, rows)).toMatchObject({ closed: 1, sold: 4 });
  await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0151' }], { carrier: 'sandbox-backup' });
  const direct = await funded(app, '1.00');
  expect(await linesOf(direct, '44')).toEqual([['44', '0.0300', null]]);
  expect(await linesOf(reseller, '44')).toEqual([['44', null, null]]);
});

test('a call is judged by its minute and by its first minute with the fee', async () => {
  const rows = [
    { prefix: '44', rate: '0.1000' },
    { prefix: '49', rate: '0.1000' },
  ];
  await sellBy(app, 'voice', await makeDeck(app, 'voice', rows));
  const person = await funded(app, '20.00');
  const id = await costs('sandbox', 'voice');
  const csv = 'prefix,name,rate,fee,first interval,next interval\n';
  const body = `${csv}44,Kingdom,0.1000,0,60,60\n49,Germany,0.0900,0.0101,60,60\n`;
  expect(await previewOf(id, body)).toMatchObject({ closed: 1, sold: 2 });
  await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.1' }], { carrier: 'sandbox-backup' });
  await credit(app, person, '1.00');
  await expectProblem(await orderCall(person, { destination: GERMAN }), 'destination_not_sold');
  expect((await orderCall(person, { destination: BRITISH })).status).toBe(201);
});

test('a file without a price that somebody used is taken back a day later', async () => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', SOLD));
  const USED_BEFORE = '49,Germany,0.01\n';
  const all = '44,Kingdom,0.01\n49,Germany,0.01\n33,France,0.01\n371,Latvia,0.005\n';
  const id = await costs();
  // The first file closes what nobody used: it holds as soon as it is agreed to.
  await expectProblem(await importAs(admin, id, USED_BEFORE + ROWS), 'approval_needed');
  await agree();
  await expectProblem(await importAs(admin, id, all), 'approval_needed');
  await agree();
  const person = await funded(app, '5.00');
  await send(person, [FRENCH]);
  await expectProblem(await takeBack(admin, id), 'approval_needed');
  await agree();
  expect((await listOf(admin, id)).lastImport).toMatchObject({ closed: 2, closedUsed: 1 });
  expect([...(await toldTo(person))]).toEqual([{ destinations: ['+33 Destination 33'] }]);
  expect((await postSms(person, [FRENCH])).status).toBe(201);
  app.clock.advance(DAY_MS + 1);
  app.deps.costsInUse.saw(true);
  await expectProblem(await postSms(person, [FRENCH]), 'destination_not_sold');
});

test('deleting costs says what it would close, and is refused where customers use it', async () => {
  const ownPrices = (rate: string) => ['44', '81', '82'].map((prefix) => ({ prefix, rate }));
  await sellBy(app, 'sms', await makeDeck(app, 'sms', ownPrices('0.0300')));
  await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0100' }], { carrier: 'sandbox-backup' });
  const id = await makeDeck(app, 'sms', ownPrices('0.0100'), { carrier: 'sandbox' });
  const previewed = () => admin.as(`/api/admin/rate-decks/${id}/deletion`);
  const remove = () => admin.withCookie(`/api/admin/rate-decks/${id}`, { method: 'DELETE' });
  expect(await (await previewed()).json()).toEqual({ closed: 2, sold: 3, closedUsed: 0 });
  await expectProblem(await remove(), 'approval_needed');
  await send(await funded(app, '5.00'), ['+819012345678']);
  expect(await (await previewed()).json()).toEqual({ closed: 2, sold: 3, closedUsed: 1 });
  expect((await expectProblem(await remove(), 'not_allowed_now')).detail).toContain('keeps 1 destination on sale');
});
