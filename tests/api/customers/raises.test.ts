import { applyRaises } from '../../../src/resale/customers/raises/apply-raises.ts';
import { prices as pricesSchema } from '../../../src/resale/customers/price-contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { credit, type TestActor, deliverMails, writtenMails } from '../../kit/index.ts';
import { appForFile, expectProblem, makeDeck, newNumber, readAs, sellBy, send, startTestApp } from '../../kit/index.ts';
import { holdPrices, makeCustomer, makePair, putPriceList, ratesOf, setPriceList } from '../../kit/customers.ts';

const EMPTY = { smsPercent: null, voice: null, voicePercent: null, numberPrice: null, numberPercent: null };
let reseller: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false });
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
  await credit(app, customer, '100.00');
});

const setPrices = (json: object, of?: TestActor) => setPriceList(reseller, json, of);
const risingFor = async (person: TestActor) => (await ratesOf(person)).rising;
const costOfSms = async (person: TestActor) => (await send(person, [newNumber()])).cost;
async function told(person: TestActor): Promise<string[]> {
  await deliverMails(app);
  const mails = (await writtenMails(app)).filter(({ to }) => to?.[0]?.address === person.email);
  return mails.filter(({ subject }) => /are going up/.test(subject ?? '')).map(({ text }) => text ?? '');
}
async function pass(hours: number): Promise<void> {
  app.clock.advance(hours * HOUR_MS);
  await applyRaises(app.deps);
}

test('a raised price is told, and holds a day later; a lower one holds at once', async () => {
  const holdsFrom = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  const raised = { subject: 'sms' as const, price: '0.05', percent: null, byDestination: false, holdsFrom };
  expect(await setPrices({ sms: '0.05', voice: '0.08' })).toMatchObject({
    own: { sms: '0.05', voice: '0.08' },
    held: { sms: null, voice: '0.08' },
    effective: { sms: '0.0300', voice: '0.0800' },
    rising: [raised],
  });
  expect(await risingFor(customer)).toEqual([raised]);
  const [mail, more] = await told(customer);
  expect(mail).toMatch(/SMS segment[^]*£0\.05 \(now: the standard price\)/);
  expect(mail).not.toContain('minute');
  expect(more).toBeUndefined();
  await pass(23);
  expect(await costOfSms(customer)).toBe('0.0300');
  await pass(1);
  expect(await costOfSms(customer)).toBe('0.0500');
  expect(await risingFor(customer)).toEqual([]);
  // What stays as it is is not announced.
  expect(await setPrices({ sms: '0.04', voice: '0.08' })).toMatchObject({ rising: [] });
  expect(await costOfSms(customer)).toBe('0.0400');
});

test('whoever asks first learns what would rise for how many and from when, and nothing is raised', async () => {
  const asked = (json: object, of?: TestActor) => putPriceList(reseller, { ...json, mayRaise: false }, of);
  const raiseOf = async (json: object, of?: TestActor) =>
    (await expectProblem(await asked(json, of), 'prices_rise')).raise;
  const in24Hours = () => new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  const other = await makeCustomer(app, reseller);
  const charged = (from: string, to = from) => ({ from, to, percent: null, deckId: null, destinations: [] });
  const single = [{ prefix: '4477', rate: '0.0900' }];
  const wanted = { sms: '0.04', smsDestinations: single, voice: '0.08', numberPercent: 110, trunkPercent: 120 };
  const same = { announced: null, dropped: [] };
  const calls = { subject: 'voice', before: charged('0.0800'), after: charged('0.1500'), ...same };
  expect(await raiseOf(wanted)).toEqual({
    customers: 2,
    holdsFrom: in24Hours(),
    prices: [
      {
        ...{ subject: 'sms', before: charged('0.0300'), ...same },
        after: { ...charged('0.0400'), destinations: single },
      },
      // Calls become cheaper.
      { subject: 'number', before: charged('49.0000', '70.0000'), after: charged('53.9000', '77.0000'), ...same },
      {
        ...{ subject: 'trunk', ...same },
        before: { from: null, to: null, percent: 100, deckId: null, destinations: [] },
        after: { from: null, to: null, percent: 120, deckId: null, destinations: [] },
      },
    ],
  });
  expect(await setPrices({ mayRaise: false, voice: '0.08' })).toMatchObject({ rising: [], own: { sms: null } });
  expect(await told(customer)).toEqual([]);
  // What is charged now is compared, and not what is announced.
  await setPrices({ voice: '0.09' });
  expect(await raiseOf({ voice: '0.15' })).toMatchObject({
    prices: [{ ...calls, announced: { subject: 'voice', price: '0.09', holdsFrom: in24Hours() } }],
  });
  expect((await asked({ voice: '0.09' })).status).toBe(200);
  expect(await raiseOf({ voice: '0.15' }, other)).toMatchObject({
    customers: 1,
    prices: [{ ...calls, announced: { price: '0.09' } }],
  });
  // Nobody else pays by the list: it holds at once.
  await setPrices({ voice: '0.08' }, other);
  await setPrices({ voice: '0.08' }, customer);
  await holdPrices(app);
  expect(await readAs(await asked({ voice: '0.15' }), pricesSchema)).toMatchObject({ held: null, rising: [] });
});

test('an announced price gets no dearer on the way, and can be taken back', async () => {
  await setPrices({ sms: '0.05' });
  await pass(23);
  await setPrices({ sms: '0.09' });
  await pass(2);
  expect(await costOfSms(customer)).toBe('0.0300');
  // The same again does not put it off.
  await setPrices({ sms: '0.09', voice: '0.07' });
  await pass(22);
  expect(await costOfSms(customer)).toBe('0.0900');
  await setPrices({ sms: '0.10', voice: '0.07' });
  await setPrices({ sms: '0.09', voice: '0.07' });
  await pass(25);
  expect(await costOfSms(customer)).toBe('0.0900');
});

test('the price for one customer is told to that one, and goes before the list', async () => {
  const other = await makeCustomer(app, reseller);
  await credit(app, other, '10.00');
  await setPrices({ sms: '0.04' }, customer);
  expect(await told(other)).toEqual([]);
  expect(await told(customer)).toHaveLength(1);
  await pass(24);
  expect(await costOfSms(customer)).toBe('0.0400');
  await setPrices({ sms: '0.08' });
  expect(await risingFor(customer)).toEqual([]);
  expect(await risingFor(other)).toMatchObject([{ subject: 'sms', price: '0.08' }]);
  expect(await told(customer)).toHaveLength(1);
});

test('to come back to a list whose price is announced is announced as well', async () => {
  await setPrices({ sms: '0.02' }, customer);
  await makeCustomer(app, reseller);
  await setPrices({ sms: '0.30' });
  await pass(23);
  await setPrices({}, customer);
  expect(await risingFor(customer)).toMatchObject([{ subject: 'sms', price: '0.30' }]);
  await pass(2);
  expect(await costOfSms(customer)).toBe('0.0200');
  expect(await told(customer)).toEqual([expect.stringContaining('£0.30 (now: £0.02)')]);
  await pass(22);
  expect(await costOfSms(customer)).toBe('0.3000');
});

test.each([
  ['a share', { smsPercent: 110 }, { smsPercent: 109 }],
  ['a share after a price', { sms: '0.03' }, { smsPercent: 100 }],
  ['the standard price after a share', { smsPercent: 120 }, {}],
])('%s that is lower holds at once', async (_, before, after) => {
  await setPrices(before);
  await holdPrices(app);
  expect((await setPrices(after)).rising).toEqual([]);
});

test.each([
  ['a share', { smsPercent: 90 }, { smsPercent: 91 }],
  ['a share after a price', { sms: '0.03' }, { smsPercent: 101 }],
  ['the standard price after a share', { smsPercent: 90 }, {}],
  ['a number by its share', { numberPercent: 80 }, { numberPercent: 81 }],
  ['a number in some country', { numberPrice: '40.00' }, { numberPercent: 60 }],
  ['a minute', {}, { voicePercent: 101 }],
])('%s that is higher waits', async (_, before, after) => {
  await setPrices(before);
  await holdPrices(app);
  expect((await setPrices(after)).rising).toHaveLength(1);
});

test('where prices depend on the destination, a share for a price counts as dearer', async () => {
  await setPrices({ sms: '0.30' });
  await holdPrices(app);
  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.90' }]));
  expect((await setPrices({ smsPercent: 50 })).rising).toMatchObject([{ subject: 'sms', percent: 50 }]);
  await app.deps.sql`delete from rate_uses`;
});

test('where nobody pays by a list yet, its prices hold at once', async () => {
  await setPrices({ sms: '0.04' }, customer);
  await holdPrices(app);
  expect((await setPrices({ sms: '0.07' })).rising).toEqual([]);
  expect((await setPrices({ ...EMPTY, sms: '0.07' })).effective.sms).toBe('0.0700');
});

test('nobody is written to all day by a reseller who raises a price and takes it back', async () => {
  const limited = await startTestApp({ background: false, beside: app, env: { RATE_LIMITS: 'on' } });
  try {
    const headers = { authorization: `Bearer ${reseller.key}`, 'content-type': 'application/json' };
    const put = (prices: object, path = 'price-list') =>
      fetch(`${limited.url}/api/users/${reseller.id}/${path}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(prices),
      });
    const set = (...sent: Parameters<typeof put>) => put(...sent).then(({ status }) => status);
    for (let time = 0; time < 3; time++) {
      expect([await set({ sms: `0.1${time}` }), await set({})]).toEqual([200, 200]);
    }
    // A price that does not rise is as free as ever.
    app.clock.advance(HOUR_MS / 4);
    const fourth = await put({ sms: '0.2' });
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '2700']);
    expect(await fourth.json()).toMatchObject({ sentence: { code: 'raisedInHour', values: { count: 3 } } });
    expect(await set({ voice: '0.08' })).toBe(200);
    // The prices of each customer are counted by themselves.
    for (let more = 0; more < 4; more++) {
      const other = await makeCustomer(app, reseller);
      expect(await set({ voice: '0.3' }, `customers/${other.id}/price-list`)).toBe(200);
      expect(await told(other)).toHaveLength(1);
    }
    for (let time = 0; time < 9; time++) {
      if (time % 3 === 0) app.clock.advance(HOUR_MS);
      expect([await set({ sms: `0.1${time}` }), await set({})]).toEqual([200, 200]);
    }
    app.clock.advance(HOUR_MS);
    expect(await (await put({ sms: '0.2' })).json()).toMatchObject({ sentence: { code: 'raisedInDay' } });
  } finally {
    await limited.stop();
  }
  expect(await told(customer)).toHaveLength(12);
});
