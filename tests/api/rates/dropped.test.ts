import { z } from 'zod';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { credit, funded, makeAdmin, makeReseller, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, type DeckRow, makeCustomer, makeDeck, postSms, sellBy, send } from '../../kit/index.ts';
import { expectProblem, parseAs, readAnswer, deliverMails, mailTo } from '../../kit/index.ts';
import { order as orderCall } from '../voice/calls.ts';
import { newList, giveFile, takeBack } from './lists.ts';

/* The clock begins again for each test: each has a time of its own, or it would find what the others sent. */
const GERMAN = '+4915112345678';
const BRITISH = '+447400123456';
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from rate_switches`;
  await app.deps.sql`delete from rate_uses`;
});

type Service = 'sms' | 'voice';
const list = (rows: readonly DeckRow[], service: Service = 'sms') => makeDeck(app, service, rows);
const row = (prefix: string, more: Partial<DeckRow> = {}): DeckRow => ({ prefix, rate: '0.01', ...more });

/** Sells by a list. @returns when it is going to hold; null: it holds */
async function choose(deckId: string | null, service: Service = 'sms'): Promise<string | null> {
  const response = await admin.as(`/api/admin/rate-uses/${service}`, { method: 'PUT', json: { deckId } });
  const text = await response.text();
  if (response.status !== 200) expect(text).toBe('a list to sell by');
  const shape = z.object({ announced: z.object({ holdsFrom: z.string() }).nullable() });
  return parseAs(text, shape).announced?.holdsFrom ?? null;
}

const tomorrow = () => new Date(app.clock.now().getTime() + DAY_MS).toISOString();
const toldTo = async ({ id }: TestActor) => {
  const rows = await app.deps.sql<{ data: object }[]>`
    select data - 'kind' as data from mails
    where user_id = ${id} and kind in ('destinations_dropped', 'destinations_rising') order by id`;
  return rows.map(({ data }) => data);
};

/** From when each destination of a search is not sold any more. */
const endsOf = async (person: TestActor, search: string) => {
  const query = `search=${encodeURIComponent(search)}`;
  const { lines } = await readAnswer(person.as(`/api/users/${person.id}/destinations?${query}`), searchRates);
  return lines.flatMap(({ service, prefix, endsFrom }) => (service === 'sms' ? [[prefix, endsFrom]] : []));
};

test('a list without a destination that somebody sent to lately holds a day later, and they are told', async () => {
  const [lately, longAgo, elsewhere, suspended] = await Promise.all([1, 2, 3, 4].map(() => funded(app, '5.00')));
  if (!lately || !longAgo || !elsewhere || !suspended) throw new Error('there are four people');
  await send(longAgo, [GERMAN]);
  app.clock.advance(2 * DAY_MS);
  await Promise.all([send(lately, [GERMAN, BRITISH]), send(elsewhere, [BRITISH]), send(suspended, [GERMAN])]);
  app.clock.advance(29 * DAY_MS);
  await suspend(app, suspended);
  expect(await choose(await list([row('44')]))).toBe(tomorrow());
  const told = { service: 'sms', destinations: ['+49'], more: 0, holdsFrom: tomorrow() };
  expect(await toldTo(lately)).toEqual([told]);
  for (const person of [longAgo, elsewhere, suspended]) expect(await toldTo(person)).toEqual([]);
  await deliverMails(app);
  expect((await mailTo(app, lately.email, /no longer be available/)).text).toContain('+49');
  // Nothing changes before that.
  await send(lately, [GERMAN]);
  // A dropped number shows the time from when it is not sold, as the flat price, which ends as a whole.
  const flat = [null, tomorrow()];
  expect(await endsOf(elsewhere, GERMAN)).toEqual([flat, [GERMAN.slice(1), tomorrow()]]);
  expect(await endsOf(elsewhere, BRITISH)).toEqual([flat, [BRITISH.slice(1), null]]);
  expect(await endsOf(elsewhere, '')).toEqual([flat, ['44', null]]);
});

test('where nobody used what is dropped, a list holds at once', async () => {
  app.clock.advance(100 * DAY_MS);
  await send(await funded(app, '5.00'), [BRITISH]);
  expect(await choose(await list([row('44')]))).toBeNull();
});

test('a letter names the destinations that a list has blocked or left out, to customers of resellers too', async () => {
  app.clock.advance(200 * DAY_MS);
  const reseller = await makeReseller(app);
  const customer = await makeCustomer(app, reseller);
  const direct = await funded(app, '5.00');
  await credit(app, customer, '5.00');
  await sellBy(app, 'sms', await list([row('44'), row('4474'), row('49'), row('33')]));
  await send(direct, [BRITISH, GERMAN]);
  await send(customer, [GERMAN]);
  // A shorter row takes the place of one that is gone; a blocked one and a country that is gone are dropped.
  expect(await choose(await list([row('44'), row('33')]))).toBe(tomorrow());
  expect(await toldTo(direct)).toMatchObject([{ destinations: ['+49 Destination 49'] }]);
  expect(await toldTo(customer)).toMatchObject([{ destinations: ['+49 Destination 49'] }]);
  expect(await choose(await list([row('44'), row('4474', { blocked: true }), row('49')]))).toBe(tomorrow());
  expect((await toldTo(direct)).at(-1)).toMatchObject({ destinations: ['+4474 Destination 4474'] });
  // The page of prices names them all, used or not.
  expect(await endsOf(direct, '')).toEqual([
    ['33', tomorrow()],
    ['44', null],
    ['4474', tomorrow()],
    ['49', null],
  ]);
  const csv = await (await customer.as(`/api/users/${customer.id}/destinations.csv`)).text();
  expect(csv.split('\r\n')[0]).toContain('price soon,from,not sold from,closed');
  expect(csv).toMatch(new RegExp(`^sms,4474,Destination 4474,[^,]*,0.0000,60,60,,,${tomorrow()},\r$`, 'm'));
  expect(await toldTo(customer)).toHaveLength(1);
  // One letter tells of higher prices and dropped destinations together, to each whom it concerns.
  expect(await choose(await list([row('44', { rate: '0.09' })]))).toBe(tomorrow());
  expect((await toldTo(direct)).slice(-2)).toMatchObject([
    { holdsFrom: tomorrow() },
    { destinations: ['+49 Destination 49'] },
  ]);
});

test('calls count for the list of calls alone', async () => {
  app.clock.advance(300 * DAY_MS);
  const person = await funded(app, '20.00');
  await orderCall(person, { destination: '+447700900123' });
  const rows = [row('49'), row('447700', { blocked: true }), row('44')];
  expect(await choose(await list(rows))).toBeNull();
  expect(await choose(await list(rows, 'voice'), 'voice')).toBe(tomorrow());
  expect(await toldTo(person)).toMatchObject([{ service: 'voice', destinations: ['+44'] }]);
});

async function filed(rows: string): Promise<string> {
  const { id } = await newList(admin);
  await file(id, rows);
  await sellBy(app, 'sms', id);
  return id;
}

async function file(id: string, rows: string, validFrom?: string): Promise<void> {
  const csv = `prefix,name,rate,blocked\n${rows}\n`;
  expect((await giveFile(admin, id, csv, validFrom === undefined ? {} : { validFrom })).status).toBe(201);
  app.clock.advance(1000);
}

test('a file that takes a destination from the list in use is told too', async () => {
  app.clock.advance(400 * DAY_MS);
  const person = await funded(app, '5.00');
  const id = await filed('44,Kingdom,0.01\n49,Germany,0.01');
  await send(person, [GERMAN]);
  const from = tomorrow();
  await file(id, '44,Kingdom,0.01', from);
  expect(await toldTo(person)).toMatchObject([{ destinations: ['+49 Germany'], holdsFrom: from }]);
  expect(await endsOf(person, 'German')).toEqual([['49', from]]);
});

test('a file that takes a destination away at once is told at once, to those who used it', async () => {
  app.clock.advance(500 * DAY_MS);
  const [person, elsewhere] = [await funded(app, '5.00'), await funded(app, '5.00')];
  const id = await filed('44,Kingdom,0.01\n49,Germany,0.01\n33,France,0.01');
  await send(person, [GERMAN, '+33612345678']);
  await send(elsewhere, [BRITISH]);
  app.clock.advance(1000);
  const now = app.clock.now().toISOString();
  await file(id, '44,Kingdom,0.01\n33,France,0.01');
  expect(await toldTo(person)).toMatchObject([{ destinations: ['+49 Germany'], holdsFrom: now }]);
  await expectProblem(await postSms(person, [GERMAN]), 'destination_not_sold');
  // One that is not sold any more counts as gone; the price of a name or a cheaper one does not.
  await file(id, '44,United Kingdom,0.005\n33,France,0.01');
  expect(await toldTo(person)).toHaveLength(1);
  const later = app.clock.now().toISOString();
  await file(id, '44,United Kingdom,0.005\n33,France,0.01,yes');
  expect((await toldTo(person)).slice(1)).toMatchObject([{ destinations: ['+33 France'], holdsFrom: later }]);
  expect(await toldTo(elsewhere)).toEqual([]);
});

test('taking a file back that had brought a destination is told at once, and never empties a list in use', async () => {
  app.clock.advance(600 * DAY_MS);
  const person = await funded(app, '5.00');
  const id = await filed('44,Kingdom,0.01');
  await file(id, '44,Kingdom,0.01\n49,Germany,0.01');
  await send(person, [GERMAN]);
  app.clock.advance(1000);
  const now = app.clock.now().toISOString();
  expect((await takeBack(admin, id)).status).toBe(200);
  app.clock.advance(1000);
  expect(await toldTo(person)).toMatchObject([{ destinations: ['+49 Germany'], holdsFrom: now }]);
  await expectProblem(await postSms(person, [GERMAN]), 'destination_not_sold');
  await send(person, [BRITISH]);
  const only = await filed('44,Kingdom,0.01');
  await expectProblem(await takeBack(admin, only), 'not_allowed_now');
  await send(person, [BRITISH]);
});
