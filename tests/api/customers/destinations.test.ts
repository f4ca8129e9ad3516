import { z } from 'zod';
import { dropHiddenDecks } from '../../../src/money/decks/single-destinations.ts';
import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { applyRaises } from '../../../src/resale/customers/raises/apply-raises.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { makeDeck, sellBy, credit, makeAdmin, makeReseller, type TestActor } from '../../kit/index.ts';
import { holdPrices, makePair, putPriceList, setPriceList } from '../../kit/customers.ts';
import { appForFile, expectProblem, postSms, readAnswer, readAs, send, sentOnce } from '../../kit/index.ts';

const BRITISH = '+447700900123';
const GERMAN = '+4915112345678';
const app = await appForFile({ background: false, soundBooks: true });
const admin = await makeAdmin(app);
let reseller: TestActor;
let customer: TestActor;
beforeEach(async () => {
  await app.deps.sql`delete from rate_uses`;
  await app.deps.sql`delete from price_lists`;
  await dropHiddenDecks(app.deps);
  ({ reseller, customer } = await makePair(app));
  await credit(app, customer, '50.00');
  await sentOnce(app, customer);
});
const single = (rate: string, prefix = '447') => [{ prefix, rate }];
const costs = async () => [(await send(customer, [BRITISH])).cost, (await send(customer, [GERMAN])).cost];
const mails = () => app.deps.sql<{ kind: string }[]>`
  select kind from mails where user_id = ${customer.id} and kind like '%rising' order by id`;
const hidden = async () => [...(await app.deps.sql<{ id: string }[]>`select id from rate_decks where hidden`)];
async function passDay(): Promise<void> {
  app.clock.advance(DAY_MS);
  await applyRaises(app.deps);
  await dropHiddenDecks(app.deps);
}

test('single destinations cost what they say, all others what stands beside: cheaper at once, dearer a day later', async () => {
  await setPriceList(reseller, { sms: '0.03' });
  const cheaper = await setPriceList(reseller, { sms: '0.03', smsDestinations: single('0.0200') });
  expect(cheaper.own).toMatchObject({ sms: '0.03', smsDeckId: null, smsDestinations: single('0.0200') });
  expect([cheaper.rising, cheaper.decks]).toEqual([[], []]);
  expect(await costs()).toEqual(['0.0200', '0.0300']);
  const dearer = await setPriceList(reseller, { smsPercent: 100, smsDestinations: single('0.0700') });
  expect(dearer.rising).toMatchObject([{ subject: 'sms', byDestination: true }]);
  expect(dearer.own).toMatchObject({ sms: null, smsPercent: 100, smsDestinations: single('0.0700') });
  expect([await costs(), (await mails()).length]).toEqual([['0.0200', '0.0300'], 1]);
  await passDay();
  expect(await costs()).toEqual(['0.0700', '0.0300']);
  const found = await customer.as(`/api/users/${customer.id}/destinations?search=447`);
  const { lines } = await readAs(found, z.object({ lines: z.looseObject({ rate: z.string().nullable() }).array() }));
  expect(lines.map(({ rate }) => rate)).toContain('0.0700');
  // Without it, the destination costs what all others do; nothing is left of it.
  await setPriceList(reseller, { smsPercent: 100 });
  expect(await costs()).toEqual(['0.0300', '0.0300']);
  await dropHiddenDecks(app.deps);
  expect(await hidden()).toEqual([]);
});

test('under our price list, too; never below what the reseller pays, and what we do not sell is not sold', async () => {
  const standard = await makeDeck(app, 'sms', [
    { prefix: '44', rate: '0.06' },
    { prefix: '49', rate: '0.10' },
    { prefix: '33', rate: '0.10', blocked: true },
  ]);
  await sellBy(app, 'sms', standard, { resellerPercent: 50 });
  const destinations = [...single('0.0500'), ...single('0.0100', '49'), ...single('0.2000', '33')];
  await setPriceList(reseller, { smsPercent: 90, smsDestinations: destinations });
  expect(await costs()).toEqual(['0.0500', '0.0500']);
  await expectProblem(await postSms(customer, ['+33612345678']), 'destination_not_sold');
});

test("one customer's destinations go before the list, for calls as for messages, in one request", async () => {
  await setPriceList(reseller, { smsPercent: 300 });
  await holdPrices(app);
  const json = {
    smsPercent: 200,
    smsDestinations: single('0.0200'),
    voice: '0.10',
    voiceDestinations: single('0.0600'),
  };
  const set = await setPriceList(reseller, json, customer);
  expect(set.own).toMatchObject({ smsDestinations: single('0.0200'), voiceDestinations: single('0.0600') });
  expect(await costs()).toEqual(['0.0200', '0.0600']);
  const kept = await hidden();
  // The same prices again are the same list, and none is left over.
  await setPriceList(reseller, json, customer);
  await dropHiddenDecks(app.deps);
  expect([kept.length, await hidden()]).toEqual([2, kept]);
  await app.deps.sql`delete from price_lists where user_id = ${customer.id}`;
  await dropHiddenDecks(app.deps);
  expect(await hidden()).toEqual([]);
});

test('nobody else sees the list of them, and it cannot be chosen; what has no price beside is refused', async () => {
  await setPriceList(reseller, { smsPercent: 80, smsDestinations: single('0.0210') });
  const [{ id } = { id: '' }] = await hidden();
  const { decks } = await readAnswer(await admin.as('/api/admin/rate-decks'), listRateDecks);
  expect(decks.map((deck) => deck.id)).not.toContain(id);
  const other = await makeReseller(app);
  await expectProblem(await putPriceList(other, { smsDeckId: id }), 'validation_failed');
  await expectProblem(await putPriceList(reseller, { smsDeckId: id }), 'validation_failed');
  expect((await other.as(`/api/users/${other.id}/offered-decks/${id}/rows.csv`)).status).toBe(404);
  const wrong = [
    { smsDestinations: single('0.02') },
    { smsPercent: 80, smsDestinations: single('100.01') },
    { smsPercent: 80, smsDestinations: single('0.02', '0447') },
    { smsPercent: 80, smsDestinations: Array.from({ length: 501 }, () => single('0.02')[0]) },
  ];
  for (const json of wrong) await expectProblem(await putPriceList(reseller, json), 'validation_failed');
});
