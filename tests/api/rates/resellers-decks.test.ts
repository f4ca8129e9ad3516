import { z } from 'zod';
import { priceLists } from '../../../db/schema/index.ts';
import { creditMargins } from '../../../src/money/margins/credit-margins.ts';
import { rateLine } from '../../../src/money/pricing/line-contract.ts';
import { callQuote } from '../../../src/services/voice/quote-contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { readAs, endWithSoundBooks, forFile, balanceOf, credit, type TestActor } from '../../kit/index.ts';
import { expectProblem, makeDeck, makePair, postSms, readLimits, sellBy, send } from '../../kit/index.ts';
import { giveTrunk, order, orderCall, passToEnd, readCall, startVoiceApp } from '../voice/calls.ts';

const LONDON = '+442071234567';
const MOBILE = '+447911123456';
const FRANCE = '+33612345678';
const GERMANY = '+4915112345678';
const NORWAY = '+4741234567';
const AMERICA = '+12025550123';
let reseller: TestActor;
let customer: TestActor;
const app = await forFile(startVoiceApp());
endWithSoundBooks(app);
const tomorrow = new Date(app.clock.now().getTime() + DAY_MS);
const decks = {
  sms: await makeDeck(app, 'sms', [
    { prefix: '44', rate: '0.0600' },
    // Below what the reseller pays, 80 % of £0.05.
    { prefix: '447', rate: '0.0100', validUntil: tomorrow },
    { prefix: '447', rate: '0.0900', validFrom: tomorrow },
    { prefix: '49', rate: '0.0700', blocked: true },
    { prefix: '33', rate: '0.0333' },
    // We do not sell it ourselves.
    { prefix: '47', rate: '0.0500' },
  ]),
  voice: await makeDeck(app, 'voice', [
    { prefix: '44', rate: '0.3000', fee: '0.0500', intervals: [1, 1] },
    { prefix: '447', rate: '0.0300', fee: '0.0300' },
    { prefix: '33', rate: '0.2000' },
  ]),
};
beforeEach(async () => {
  await app.deps.sql`delete from rate_uses`;
  ({ reseller, customer } = await makePair(app));
  await credit(app, customer, '5.00');
  const { sms: smsDeckId, voice: voiceDeckId } = decks;
  await app.deps.db
    .insert(priceLists)
    .values({ userId: reseller.id, smsDeckId, voiceDeckId, updatedAt: app.clock.now() });
});

async function sell(): Promise<void> {
  const sms = await makeDeck(app, 'sms', [
    { prefix: '44', rate: '0.0300' },
    { prefix: '447', rate: '0.0500' },
    { prefix: '49', rate: '0.0200' },
    { prefix: '33', rate: '0.0200' },
    { prefix: '1', rate: '0.0100' },
  ]);
  await sellBy(app, 'sms', sms, { resellerPercent: 80 });
  const voice = await makeDeck(app, 'voice', [
    { prefix: '44', rate: '0.2000', fee: '0.0100', intervals: [30, 6] },
    { prefix: '1', rate: '0.0500' },
  ]);
  await sellBy(app, 'voice', voice, { resellerPercent: 80 });
}

const quoteOf = async (person: TestActor, destination: string) =>
  callQuote.parse(
    await (
      await person.as(`/api/users/${person.id}/voice/quote?destination=${encodeURIComponent(destination)}`)
    ).json(),
  );

test('each recipient costs what the deck says, never less than the reseller pays, and the rest is margin', async () => {
  await sell();
  const { id, cost, messageDetails } = await send(customer, [LONDON, MOBILE, FRANCE]);
  // £0.06, the reseller's £0.04, and £0.0333 rounded up to a penny.
  expect(messageDetails.recipients.map((each) => each.cost)).toEqual(['0.0600', '0.0400', '0.0400']);
  expect(cost).toBe('0.1400');
  expect(await balanceOf(customer)).toBe('4.86');
  // The reseller pays £0.024, £0.04 and £0.016, each rounded up to a penny.
  const margins = await app.deps.sql<{ margin: string }[]>`
    select margin from sms_recipients where message_id = ${id} order by id`;
  expect(margins.map(({ margin }) => margin)).toEqual(['0.0300', '0.0000', '0.0200']);
  expect((await readLimits(customer)).spentByCountry).toEqual({ '+44': '0.10', '+33': '0.04' });
  // One number alone, and texts of one's own, cost the same.
  expect((await send(customer, [LONDON])).cost).toBe('0.0600');
  const json = {
    ...{ senderId: 'Topline', message: 'Hi {name}', recipients: [LONDON, FRANCE] },
    fields: [{ name: 'Al' }, { name: 'x'.repeat(200) }],
  };
  const own = await customer.as(`/api/users/${customer.id}/sms`, { json });
  // Two parts for France: £0.0666.
  expect((await readAs(own, z.object({ cost: z.string() }))).cost).toBe('0.1300');
});

test('a quote, the page of rates and its file say what is charged, and what is not sold', async () => {
  await sell();
  const recipients = [LONDON, MOBILE, FRANCE, GERMANY, NORWAY, AMERICA];
  const quote = await customer.as(`/api/users/${customer.id}/sms/quote`, { json: { recipients, message: 'Hi' } });
  const quoted = await readAs(quote, z.object({ total: z.string(), destinations: z.looseObject({}).array() }));
  expect(quoted.total).toBe('0.1400');
  // Germany is blocked in the deck, America is not in it, Norway is not sold by us.
  expect(quoted.destinations).toEqual(
    expect.arrayContaining([
      { name: 'Destination 49', rate: null, mms: false, recipients: 1, cost: '0.0000' },
      { name: 'Destination 47', rate: null, mms: false, recipients: 1, cost: '0.0000' },
      { name: 'Destination 1', rate: null, mms: false, recipients: 1, cost: '0.0000' },
      { name: 'Destination 44', rate: '0.0600', mms: false, recipients: 1, cost: '0.0600' },
      { name: 'Destination 447', rate: '0.0400', mms: false, recipients: 1, cost: '0.0400' },
      { name: 'Destination 33', rate: '0.0333', mms: false, recipients: 1, cost: '0.0400' },
    ]),
  );
  for (const number of [GERMANY, NORWAY, AMERICA]) {
    await expectProblem(await postSms(customer, [number]), 'destination_not_sold');
    await expectProblem(await postSms(customer, [LONDON, number]), 'destination_not_sold');
  }
  expect(await balanceOf(customer)).toBe('5.00');
  const ratesOf = await readAs(
    customer.as(`/api/users/${customer.id}/rates`),
    z.looseObject({ sms: z.string().nullable(), voice: z.string().nullable() }),
  );
  expect([ratesOf.sms, ratesOf.voice]).toEqual([null, null]);
  const find = async (search: string) => {
    const found = await customer.as(`/api/users/${customer.id}/destinations?search=${search}`);
    return (await readAs(found, z.object({ lines: rateLine.array() }))).lines
      .filter(({ service }) => service === 'sms')
      .map(({ prefix, rate }) => [prefix, rate]);
  };
  expect(await find('')).toEqual([
    ['1', null],
    ['33', '0.0333'],
    ['44', '0.0600'],
    ['447', '0.0400'],
    ['47', null],
    ['49', null],
  ]);
  expect(await find(encodeURIComponent(MOBILE))).toEqual([['447', '0.0400']]);
  const csv = await (await customer.as(`/api/users/${customer.id}/destinations.csv`)).text();
  expect(csv).toContain('sms,44,Destination 44,0.0600,');
  expect(csv).toContain('sms,1,Destination 1,not sold,');
  // Seconds are counted as the reseller pays: 30 and then 6, not one by one.
  expect(csv).toContain('voice,44,Destination 44,0.3000,0.0500,30,6,');
});

test('a call costs the minute and the fee of the deck, and the reseller earns what is above the own price', async () => {
  await sell();
  // The reseller pays £0.16 and £0.008 for Great Britain.
  expect(await quoteOf(customer, '+442071231234')).toMatchObject({
    ...{ ratePerMinute: '0.3000', connectionFee: '0.0500', firstInterval: 30, nextInterval: 6 },
    // £5 less £0.05 pays for 16 minutes of £0.30; 17 would be £5.15.
    maxMinutes: 16,
  });
  // Below the reseller's minute, above the reseller's fee.
  expect(await quoteOf(customer, MOBILE)).toMatchObject({ ratePerMinute: '0.1600', connectionFee: '0.0300' });
  const call = await order(customer, { destination: '+442071231234' });
  expect(call.cost).toBe('4.8500');
  await passToEnd(app);
  // 90 seconds are 30 and ten of 6: £0.45 and £0.05; for the reseller £0.24 and £0.008, which waits.
  expect(await readCall(customer, call.id)).toMatchObject({ actualCost: '0.5000' });
  expect(await balanceOf(customer)).toBe('4.50');
  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('0.26');
  for (const destination of [FRANCE, AMERICA]) {
    await expectProblem(await orderCall(customer, { destination }), 'destination_not_sold');
  }
});

test('both legs of a forwarded call cost what the deck says', async () => {
  await sell();
  const pbxFeatures = { callForwarding: true, forwardingNumber: MOBILE };
  const call = await order(customer, { destination: '+442071231234', pbxFeatures });
  // The deck's £0.03 is below what the reseller pays for the leg's minute.
  expect(call.legs).toMatchObject([{ destination: MOBILE, ratePerMinute: '0.1600' }]);
  const asked = new URLSearchParams({ destination: '+442071231234', forwardTo: MOBILE });
  const quote = await customer.as(`/api/users/${customer.id}/voice/quote?${asked.toString()}`);
  expect(await readAs(quote, callQuote)).toMatchObject({ leg: { ratePerMinute: '0.1600', connectionFee: '0.0300' } });
  const unsold = { callForwarding: true, forwardingNumber: FRANCE };
  const refused = await orderCall(customer, { destination: '+442071231234', pbxFeatures: unsold });
  await expectProblem(refused, 'destination_not_sold');
});

test('where we sell at flat prices, the deck still says what a customer pays and what is sold', async () => {
  // A reseller pays £0.02 a part and £0.05 a minute.
  expect((await send(customer, [LONDON, MOBILE, FRANCE, NORWAY])).messageDetails.recipients).toMatchObject([
    { cost: '0.0600' },
    { cost: '0.0200' },
    { cost: '0.0400' },
    { cost: '0.0500' },
  ]);
  await expectProblem(await postSms(customer, [AMERICA]), 'destination_not_sold');
  expect(await quoteOf(customer, FRANCE)).toMatchObject({ ratePerMinute: '0.2000' });
  expect(await quoteOf(customer, MOBILE)).toMatchObject({ ratePerMinute: '0.0500', connectionFee: '0.0300' });
  const unknown = await customer.as(`/api/users/${customer.id}/voice/quote`);
  expect(callQuote.parse(await unknown.json()).ratePerMinute).toBeNull();
  // Our own price of a minute is the flat one, so a trunk's minutes pay.
  await giveTrunk(app, customer, 100, app.clock.now());
  expect(await quoteOf(customer, FRANCE)).toMatchObject({ maxMinutes: 60 });
  const found = await customer.as(`/api/users/${customer.id}/destinations?search=`);
  const { lines } = await readAs(found, z.object({ lines: rateLine.array() }));
  expect(lines.filter(({ service }) => service === 'voice')).toMatchObject([
    { prefix: '33', rate: '0.2000' },
    { prefix: '44', rate: '0.3000' },
    { prefix: '447', rate: '0.0500' },
  ]);
});

test("a customer's own deck goes before the reseller's, for its service alone, and direct customers have none", async () => {
  await sell();
  const own = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0800' }]);
  await app.deps.db.insert(priceLists).values({ userId: customer.id, smsDeckId: own, updatedAt: app.clock.now() });
  expect((await send(customer, [LONDON])).cost).toBe('0.0800');
  await expectProblem(await postSms(customer, [FRANCE]), 'destination_not_sold');
  expect(await quoteOf(customer, '+442071231234')).toMatchObject({ ratePerMinute: '0.3000' });
  // The list of a reseller is for customers: the reseller pays as before.
  await credit(app, reseller, '1.00');
  expect((await send(reseller, [LONDON])).cost).toBe('0.0300');
});
