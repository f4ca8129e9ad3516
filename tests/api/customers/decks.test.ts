import { z } from 'zod';
import { rateDeck } from '../../../src/money/decks/contract.ts';
import { applyRaises } from '../../../src/resale/customers/raises/apply-raises.ts';
import { rateLine } from '../../../src/money/pricing/line-contract.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { credit, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, postSms, readAs, send, sentOnce } from '../../kit/index.ts';
import { holdPrices, makeCustomer, makePair, ratesOf, setPriceList } from '../../kit/customers.ts';
import { type DeckRow, makeDeck, offerDeck, sellBy } from '../../kit/decks.ts';
import { setAs } from '../admin/settings.ts';
import { giveFile } from '../rates/lists.ts';

const BRITISH = '+442071234567';
const GERMAN = '+4915112345678';
let reseller: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
const admin = await makeAdmin(app);
beforeEach(async () => {
  await app.deps.sql`delete from rate_switches`;
  await app.deps.sql`delete from rate_uses`;
  await app.deps.sql`delete from settings`;
  // A send of an earlier test is not recent for this one.
  app.clock.advance(40 * DAY_MS);
  ({ reseller, customer } = await makePair(app));
  await credit(app, customer, '50.00');
  await sentOnce(app, customer);
});

const deck = (rows: readonly DeckRow[]) => makeDeck(app, 'sms', rows, { offered: true });
const setPrices = (json: object, of?: TestActor) => setPriceList(reseller, json, of);
const costOf = async (person: TestActor, number = BRITISH) => (await send(person, [number])).cost;
const risingFor = async (person: TestActor) => (await ratesOf(person)).rising;
const mailsTo = async ({ id }: TestActor): Promise<string[]> => {
  const rows = await app.deps.sql<{ kind: string; holds: string }[]>`
    select kind, data->>'holdsFrom' as holds from mails where user_id = ${id}
      and kind in ('prices_rising', 'destinations_rising', 'destinations_dropped') order by id`;
  return rows.map(({ kind, holds }) => `${kind} ${holds}`);
};
const tomorrow = () => new Date(app.clock.now().getTime() + DAY_MS).toISOString();
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  await applyRaises(app.deps);
}
const lineOf = async (person: TestActor) => {
  const found = await person.as(`/api/users/${person.id}/destinations?search=44`);
  const { lines } = await readAs(found, z.object({ lines: rateLine.array() }));
  return lines.find(({ service, prefix }) => service === 'sms' && prefix === '44');
};
const file = (id: string, rows: string, validFrom?: string) =>
  giveFile(admin, id, `prefix,name,rate\n${rows}\n`, validFrom === undefined ? {} : { validFrom });

test('a dearer deck is told and holds a day later, a cheaper one at once; the page says both', async () => {
  const [dear, cheap] = [
    await deck([
      { prefix: '44', rate: '0.0100' },
      { prefix: '4420', rate: '0.0700' },
    ]),
    await deck([{ prefix: '44', rate: '0.0200' }]),
  ];
  const holdsFrom = tomorrow();
  const announced = { subject: 'sms' as const, price: null, percent: null, byDestination: true, holdsFrom };
  expect(await setPrices({ smsDeckId: dear })).toMatchObject({
    ...{ own: { smsDeckId: dear }, byDestination: { sms: false }, rising: [announced] },
  });
  expect(await mailsTo(customer)).toEqual([`destinations_rising ${holdsFrom}`]);
  expect(await risingFor(customer)).toEqual([announced]);
  // Below 4420 nothing rises: the reseller pays £0.02.
  expect(await lineOf(customer)).toMatchObject({ rate: '0.0300', soonRate: '0.0200', soonFrom: holdsFrom });
  // The same again is neither told again nor later.
  await pass(HOUR_MS);
  await setPrices({ smsDeckId: dear });
  await pass(DAY_MS - HOUR_MS - 1);
  expect(await costOf(customer)).toBe('0.0300');
  await pass(1);
  expect(await costOf(customer)).toBe('0.0700');
  expect(await mailsTo(customer)).toHaveLength(1);
  expect(await risingFor(customer)).toEqual([]);
  expect(await setPrices({ smsDeckId: cheap })).toMatchObject({ rising: [], byDestination: { sms: true } });
  expect(await costOf(customer)).toBe('0.0200');
  expect(await lineOf(customer)).toMatchObject({ rate: '0.0200', soonRate: null });
  // Back to the standard price of £0.03, which is dearer; to 60 % of it is not: the reseller pays £0.02.
  expect((await setPrices({})).rising).toMatchObject([{ byDestination: false, price: null, percent: null }]);
  expect(await lineOf(customer)).toMatchObject({ rate: '0.0200', soonRate: '0.0300' });
  expect((await setPrices({ smsPercent: 60 })).rising).toEqual([]);
  expect(await costOf(customer)).toBe('0.0200');
});

test('a deck without a destination that a customer used lately holds a day later, and they are told of it', async () => {
  const other = await makeCustomer(app, reseller);
  const cheap = await deck([{ prefix: '44', rate: '0.0250' }]);
  await send(customer, [GERMAN]);
  const holdsFrom = tomorrow();
  expect((await setPrices({ smsDeckId: cheap })).rising).toMatchObject([{ subject: 'sms', holdsFrom }]);
  expect(await mailsTo(customer)).toEqual([`destinations_dropped ${holdsFrom}`]);
  expect(await mailsTo(other)).toEqual([]);
  expect(await costOf(customer, GERMAN)).toBe('0.0300');
  await pass(DAY_MS);
  await expectProblem(await postSms(customer, [GERMAN]), 'destination_not_sold');
});

test('a list by a deck against the standard deck: by each destination, in calls by fee and seconds too', async () => {
  const standard = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.20', fee: '0.02', intervals: [30, 6] }]);
  await sellBy(app, 'voice', standard, { resellerPercent: 50 });
  const voice = (row: Partial<DeckRow>) =>
    makeDeck(app, 'voice', [{ prefix: '44', rate: '0.20', fee: '0.02', intervals: [60, 60], ...row }], {
      offered: true,
    });
  // How seconds are counted stays, so that the same price is not dearer.
  expect((await setPrices({ voiceDeckId: await voice({}) })).rising).toEqual([]);
  expect((await setPrices({ voiceDeckId: await voice({ fee: '0.0201' }) })).rising).toHaveLength(1);
  expect((await setPrices({ voiceDeckId: await voice({ rate: '0.19' }) })).rising).toEqual([]);
  // A row that the deck has beside is dearer there; a row that is not sold is not.
  const beside = await makeDeck(
    app,
    'voice',
    [
      { prefix: '44', rate: '0.10' },
      { prefix: '4479', rate: '0.21' },
    ],
    { offered: true },
  );
  expect((await setPrices({ voiceDeckId: beside })).rising).toHaveLength(1);
  const blocked = await makeDeck(
    app,
    'voice',
    [
      { prefix: '44', rate: '0.10' },
      { prefix: '4479', rate: '0.21', blocked: true },
    ],
    { offered: true },
  );
  expect((await setPrices({ voiceDeckId: blocked })).rising).toEqual([]);
});

test('a file that makes a chosen deck dearer is announced, and told to those who pay by it, or are going to', async () => {
  const created = { name: `List ${Bun.randomUUIDv7()}`, kind: 'sell', service: 'sms' };
  const { id } = await readAs(admin.as('/api/admin/rate-decks', { json: created }), rateDeck);
  expect((await file(id, '44,Kingdom,0.0250\n49,Germany,0.0250')).status).toBe(201);
  app.clock.advance(1000);
  // Nobody pays by it yet: a dearer file holds at once.
  expect((await file(id, '44,Kingdom,0.0260\n49,Germany,0.0260')).status).toBe(201);
  app.clock.advance(1000);
  expect((await offerDeck(admin, id, true)).status).toBe(200);
  await setPrices({ smsDeckId: id });
  const pair = await makePair(app);
  await sentOnce(app, pair.customer);
  await setPriceList(pair.reseller, { sms: '0.02' });
  // From two pence this is announced.
  await setPriceList(pair.reseller, { smsDeckId: id });
  const before = [await mailsTo(customer), await mailsTo(pair.customer)];
  expect(before.map(({ length }) => length)).toEqual([0, 1]);
  const bystander = await signUp(app);
  await expectProblem(await file(id, '44,Kingdom,0.0900\n49,Germany,0.0260'), 'not_allowed_now');
  const from = new Date(app.clock.now().getTime() + 2 * DAY_MS).toISOString();
  expect((await file(id, '44,Kingdom,0.0900\n49,Germany,0.0260', from)).status).toBe(201);
  expect(await mailsTo(customer)).toEqual([`destinations_rising ${from}`]);
  expect((await mailsTo(pair.customer)).at(-1)).toBe(`destinations_rising ${from}`);
  expect(await mailsTo(bystander)).toEqual([]);
  expect(await lineOf(customer)).toMatchObject({ rate: '0.0260', soonRate: '0.0900', soonFrom: from });
  // An account that comes to it now is judged by the file that waits.
  const late = await makePair(app);
  expect((await setPriceList(late.reseller, { smsDeckId: id })).rising).toHaveLength(1);
  await pass(2 * DAY_MS - 1);
  expect(await costOf(customer)).toBe('0.0300');
  await pass(1);
  expect([await costOf(customer), await costOf(pair.customer)]).toEqual(['0.0900', '0.0900']);
  // One that drops what was used is told, though it is cheaper.
  await send(customer, [GERMAN]);
  const told = (await mailsTo(customer)).length;
  const later = tomorrow();
  expect((await file(id, '44,Kingdom,0.0400', later)).status).toBe(201);
  expect((await mailsTo(customer)).slice(told)).toEqual([`destinations_dropped ${later}`]);
});

test('customers who pay by a deck are told where our own prices rise above it', async () => {
  const chosen = await deck([
    { prefix: '44', rate: '0.0250' },
    { prefix: '4420', rate: '0.0900' },
  ]);
  const safe = await makePair(app);
  await sentOnce(app, safe.customer);
  const above = await deck([{ prefix: '44', rate: '0.0500' }]);
  await setPrices({ smsDeckId: chosen });
  await setPriceList(safe.reseller, { smsDeckId: above });
  await holdPrices(app);
  const before = await mailsTo(customer);
  // Resellers pay £0.04 then: more than £0.025, and less than £0.05.
  expect((await setAs(admin, 'sms_price_reseller', '0.04')).status).toBe(200);
  expect((await mailsTo(customer)).slice(before.length)).toEqual([`destinations_rising ${tomorrow()}`]);
  expect(await mailsTo(safe.customer)).toHaveLength(1);
  await app.deps.sql`delete from settings`;
  const standard = await makeDeck(app, 'sms', [
    { prefix: '44', rate: '0.0400' },
    { prefix: '447', rate: '0.0200' },
  ]);
  const use = await admin.as('/api/admin/rate-uses/sms', { method: 'PUT', json: { deckId: standard } });
  expect(await readAs(use, z.looseObject({ announced: z.looseObject({}).nullable() }))).toMatchObject({
    announced: { deckId: standard },
  });
  expect((await mailsTo(customer)).slice(before.length)).toHaveLength(2);
  expect(await mailsTo(safe.customer)).toHaveLength(1);
});
