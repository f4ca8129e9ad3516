import { appForFile, credit, holdPrices, makePair, newNumber, putPriceList, ratesOf, send } from '../../kit/index.ts';
import type { TestActor } from '../../kit/actors.ts';

let reseller: TestActor;
let customer: TestActor;
const app = await appForFile();
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
  await credit(app, customer, '100.00');
});

/** Sets prices, which hold at once: when they would hold otherwise, `raises.test.ts` shows. */
const setPrices = async (json: object, of?: TestActor) => {
  const response = await putPriceList(reseller, json, of);
  await holdPrices(app);
  return response;
};
const costOfSms = async (person: TestActor) => (await send(person, [newNumber()])).cost;

test('without a list, standard rates are the prices', async () => {
  expect(await ratesOf(customer)).toMatchObject({ sms: '0.0300', voice: '0.1000', numbers: { AT: '54.00' } });
  expect(await costOfSms(customer)).toBe('0.0300');
});

test('the list holds for all customers, and what is set for one goes before it', async () => {
  expect((await setPrices({ sms: '0.05', voice: 0.08, numberPercent: 80 })).status).toBe(200);
  expect(await ratesOf(customer)).toMatchObject({ sms: '0.0500', voice: '0.0800', numbers: { AT: '43.20' } });
  expect(await costOfSms(customer)).toBe('0.0500');
  await setPrices({ sms: '0.04', numberPrice: '40.00' }, customer);
  const response = await reseller.as(`/api/users/${reseller.id}/customers/${customer.id}/price-list`);
  expect(await response.json()).toEqual({
    rising: [],
    held: null,
    own: {
      ...{ sms: '0.04', smsPercent: null, smsDeckId: null, smsDestinations: [] },
      ...{ voice: null, voicePercent: null, voiceDeckId: null, voiceDestinations: [] },
      ...{ numberPrice: '40.00', numberPercent: null, trunkPercent: null },
    },
    effective: { sms: '0.0400', voice: '0.0800', numbersFrom: '40.00', numbersTo: '40.00', trunkPercent: 100 },
    byDestination: { sms: false, voice: false },
    decks: [],
    rates: { sms: '0.0200', voice: '0.0500', numberPercent: 50, trunkPercent: 100 },
  });
  expect(await ratesOf(customer)).toMatchObject({ sms: '0.0400', voice: '0.0800', numbers: { AT: '40.00' } });
  expect(await costOfSms(customer)).toBe('0.0400');
  // Taken away again, the list holds.
  await setPrices({}, customer);
  expect(await costOfSms(customer)).toBe('0.0500');
});

describe('a price below the own rate is refused', () => {
  test.each([
    ['sms', { sms: '0.01' }, 'At least £0.02: that is your own rate'],
    ['voice', { voice: '0.04' }, 'At least £0.05: that is your own rate'],
    ['numberPrice', { numberPrice: '34.99' }, 'At least £35.00: that is your own rate'],
    ['numberPercent', { numberPercent: 49 }, 'At least 50%: that is your own rate'],
    ['trunkPercent', { trunkPercent: 99 }, 'At least 100%: that is your own rate'],
    ['numberPercent', { numberPrice: '50.00', numberPercent: 60 }, 'Set a price or a percentage for numbers, not both'],
  ])('%s', async (path, json, message) => {
    for (const of of [undefined, customer]) {
      expect(await (await setPrices(json, of)).json()).toMatchObject({ status: 422, errors: [{ path, message }] });
    }
  });

  test.each([{ sms: '-1' }, { sms: '0.025' }, { voice: 'free' }, { numberPercent: 50.5 }])('%p', async (json) => {
    expect((await setPrices(json)).status).toBe(422);
  });
});

describe('every price that a list takes can be charged', () => {
  test.each([
    ['sms', '100.01', 'At most £100'],
    ['voice', '100.01', 'At most £100'],
    ['numberPrice', '10000.01', 'At most £10,000'],
  ])('%s is not above what a charge can hold', async (path, price, message) => {
    for (const of of [undefined, customer]) {
      const response = await setPrices({ [path]: price }, of);
      expect(await response.json()).toMatchObject({ status: 422, errors: [{ path, message }] });
    }
  });

  test('the longest call and the longest message at the highest price', async () => {
    await credit(app, customer, '60000.00');
    // Ten times our prices, of which a number costs £70 where it is dearest; a penny more is refused.
    const highest = { sms: '0.30', voice: '1.00', numberPrice: '700.00' };
    for (const [path, price, most] of [
      ['sms', '0.31', '0.30'],
      ['voice', '1.01', '1.00'],
      ['numberPrice', '700.01', '700.00'],
    ] as const) {
      const refused = await setPrices({ [path]: price });
      const message = `At most £${most}: our own price × 10`;
      expect(await refused.json()).toMatchObject({ status: 422, errors: [{ path, message }] });
    }
    expect((await setPrices(highest)).status).toBe(200);
    const longest = { callerId: 'Topline', destination: '+447700900123' };
    const call = await customer.as(`/api/users/${customer.id}/voice`, { json: longest });
    expect(call.status).toBe(201);
    expect(await call.json()).toMatchObject({ cost: '60.0000' });
    const text = 'ж'.repeat(1600);
    const sms = await customer.as(`/api/users/${customer.id}/sms`, {
      json: { senderId: 'TOPLINE', recipients: [newNumber()], message: text },
    });
    expect(sms.status).toBe(201);
    expect(await sms.json()).toMatchObject({ cost: '7.2000' });
    await setPrices({});
  });
});
