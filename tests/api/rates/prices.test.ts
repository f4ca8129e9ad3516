import { z } from 'zod';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { callQuote } from '../../../src/services/voice/quote-contract.ts';
import { balanceOf, credit, funded, type TestActor } from '../../kit/actors.ts';
import { expectProblem, holdPrices, makePair, postSms, readAs, readLimits, send } from '../../kit/index.ts';
import { readAnswer, setPriceList, makeDeck, sellBy, endWithSoundBooks, forFile } from '../../kit/index.ts';
import { ENDING, giveTrunk, order, orderCall, passToEnd, readCall, startVoiceApp } from '../voice/calls.ts';

const GERMANY = '+4915112345678';
const FRANCE = '+33612345678';
const LATVIA = '+37122334455';
const NORWAY = '+4741234567';
const CUBA_MOBILE = '+5351234567';
const app = await forFile(startVoiceApp());
endWithSoundBooks(app);
const standard = await makeDeck(
  app,
  'sms',
  [
    { prefix: '49', rate: '0.0721' },
    { prefix: '4915', rate: '0.0405' },
    { prefix: '33', rate: '0.0200' },
    { prefix: '371', rate: '0.0300', blocked: true },
    { prefix: '44', rate: '0.0100' },
    { prefix: '47', rate: '90.0000' },
  ],
  { counting: '160/153' },
);
const resellers = await makeDeck(
  app,
  'sms',
  [
    { prefix: '49', rate: '0.0300' },
    { prefix: '33', rate: '0.0200' },
    { prefix: '44', rate: '0.0100' },
    { prefix: '47', rate: '90.0000' },
  ],
  { counting: '160/153' },
);
await sellBy(app, 'sms', standard, { resellerDeckId: resellers });
const voice = await makeDeck(app, 'voice', [
  { prefix: '49', rate: '0.0900', fee: '0.0150', intervals: [30, 6] },
  { prefix: '53', rate: '0.9500' },
  { prefix: '44', rate: '0.0600', intervals: [1, 1] },
  { prefix: '47', rate: '90.0000', fee: '90.0000' },
]);
await sellBy(app, 'voice', voice, { resellerPercent: 50 });

describe('messages by a deck', () => {
  test('each recipient costs its own destination, rounded up to a penny', async () => {
    const person = await funded(app, '1.00');
    expect((await send(person, [GERMANY])).cost).toBe('0.0500');
    const several = await send(person, [GERMANY, '+493012345678', FRANCE]);
    expect(several.cost).toBe('0.1500');
    expect(several.messageDetails.recipients.map(({ cost }) => cost)).toEqual(['0.0500', '0.0800', '0.0200']);
    expect(await balanceOf(person)).toBe('0.80');
    expect((await readLimits(person)).spentByCountry).toEqual({ '+49': '0.18', '+33': '0.02' });
  });

  test('parts count as the deck says', async () => {
    const person = await funded(app, '1.00');
    // 306 characters are two parts of 153, 307 are three; of 160 both are two.
    const [two, three] = [await send(person, [FRANCE], 'x'.repeat(306)), await send(person, [FRANCE], 'x'.repeat(307))];
    expect([two.cost, three.cost]).toEqual(['0.0400', '0.0600']);
    expect((await send(person, [FRANCE, '+33612345679'], 'x'.repeat(307))).cost).toBe('0.1200');
  });

  test('a question before sending says each destination, what is not sold, and the same total', async () => {
    const person = await funded(app, '1.00');
    const recipients = [GERMANY, '+493012345678', '+4915112345679', FRANCE, LATVIA];
    const response = await person.as(`/api/users/${person.id}/sms/quote`, { json: { recipients, message: 'Hi' } });
    expect(await response.json()).toMatchObject({
      total: '0.2000',
      ...{ optedOut: 0, unfilled: 0, media: null },
      destinations: [
        { name: 'Destination 371', rate: null, mms: false, recipients: 1, cost: '0.0000' },
        { name: 'Destination 4915', rate: '0.0405', mms: false, recipients: 2, cost: '0.1000' },
        { name: 'Destination 49', rate: '0.0721', mms: false, recipients: 1, cost: '0.0800' },
        { name: 'Destination 33', rate: '0.0200', mms: false, recipients: 1, cost: '0.0200' },
      ],
      ...{
        refused: 1,
        refusals: [expect.objectContaining({ number: LATVIA, code: 'destination_not_sold' })],
      },
    });
    expect((await send(person, recipients.slice(0, 4))).cost).toBe('0.2000');
  });

  test('personal texts are priced before sending as they are charged', async () => {
    const person = await funded(app, '2.00');
    const [short, long] = [{ name: 'Al' }, { name: 'x'.repeat(200) }];
    const json = {
      ...{ message: 'Hi {name}', recipients: [GERMANY, '+493012345678', '+4915112345679', FRANCE] },
      fields: [long, short, short, long],
    };
    const path = `/api/users/${person.id}/sms`;
    const { total, destinations } = await readAs(
      person.as(`${path}/quote`, { json }),
      z.object({ total: z.string(), destinations: z.looseObject({ recipients: z.number() }).array() }),
    );
    // One text for all would cost 0.2000, or twice that.
    expect(total).toBe('0.2600');
    expect(destinations.map(({ recipients }) => recipients)).toEqual([2, 1, 1]);
    const sent = await person.as(path, { json: { senderId: 'Topline', ...json } });
    expect((await readAs(sent, z.object({ cost: z.string() }))).cost).toBe(total);
    const missing = { ...json, fields: [long, short, short, {}] };
    await expectProblem(await person.as(`${path}/quote`, { json: missing }), 'validation_failed');
  });

  test('a destination that the deck blocks or does not have is refused by name, and nothing is charged', async () => {
    const person = await funded(app, '1.00');
    for (const recipients of [[LATVIA], [GERMANY, LATVIA], ['+12025550123']]) {
      const problem = await expectProblem(await postSms(person, recipients), 'destination_not_sold');
      expect(problem.detail).toContain(recipients.at(-1) ?? '');
    }
    expect(await balanceOf(person)).toBe('1.00');
  });
});

describe('calls by a deck', () => {
  const quote = async (person: TestActor, destination?: string) => {
    const query = destination ? `?destination=${encodeURIComponent(destination)}` : '';
    return callQuote.parse(await (await person.as(`/api/users/${person.id}/voice/quote${query}`)).json());
  };

  test('a quote names the price of the destination; without a destination it names none', async () => {
    const person = await funded(app, '1.00');
    expect(await quote(person, GERMANY)).toMatchObject({
      ...{ ratePerMinute: '0.0900', connectionFee: '0.0150', firstInterval: 30, nextInterval: 6 },
      // £1 less £0.015 pays for ten minutes of £0.09, an eleventh would be £1.005.
      maxMinutes: 10,
    });
    expect(await quote(person)).toMatchObject({ ratePerMinute: null });
    const unsold = await person.as(`/api/users/${person.id}/voice/quote?destination=%2B33612345678`);
    await expectProblem(unsold, 'destination_not_sold');
  });

  test('a call of 90 seconds costs by its intervals, and the rest comes back', async () => {
    const person = await funded(app, '1.00');
    const call = await order(person, { destination: '+4915112341234' });
    expect(call.cost).toBe('0.9200');
    await passToEnd(app);
    // 90 s are 30 and ten of 6: £0.135 and the fee of £0.015.
    expect(await readCall(person, call.id)).toMatchObject({ actualCost: '0.1500', billedMinutes: 2 });
    expect(await balanceOf(person)).toBe('0.85');
  });

  test('minutes of a trunk do not pay for what costs more than the flat price', async () => {
    const person = await funded(app, '2.00');
    // Cuba is closed on a flat price only.
    await giveTrunk(app, person, 100, app.clock.now());
    expect(await order(person, { destination: CUBA_MOBILE })).toMatchObject({ maxMinutes: 2, cost: '1.9000' });
    expect(await order(person, { destination: `+4479000${ENDING.unanswered}` })).toMatchObject({ maxMinutes: 60 });
  });

  test('a destination that the deck does not have is not called', async () => {
    const person = await funded(app, '1.00');
    await expectProblem(await orderCall(person, { destination: FRANCE }), 'destination_not_sold');
  });
});

test('a share of the dearest price is never more than a charge can hold', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, customer, '60000.00');
  await setPriceList(reseller, { smsPercent: 1000, voicePercent: 1000 });
  await holdPrices(app);
  // The longest of each: 60 minutes and 24 parts, at £100.
  expect(await order(customer, { destination: NORWAY })).toMatchObject({ cost: '6100.0000' });
  expect(await send(customer, [NORWAY], 'ж'.repeat(1600))).toMatchObject({ cost: '2400.0000' });
});

test('a customer finds a price by number, beginning and name, what is closed, and all of it as a file', async () => {
  const person = await funded(app, '1.00');
  const find = async (search: string) => {
    const path = `/api/users/${person.id}/destinations?search=${encodeURIComponent(search)}`;
    return readAnswer(person.as(path), searchRates);
  };
  const closed = await find('+447911123456');
  expect(closed?.lines).toMatchObject([
    { service: 'sms', prefix: '44', rate: '0.0100' },
    { service: 'voice', prefix: '44', rate: '0.0600', firstInterval: 1 },
  ]);
  expect((await find('+881612345678'))?.closed.voice).toMatch(/\(satellite\) is closed for this account/);
  const begun = (await find('491'))?.lines.filter(({ service }) => service === 'sms');
  expect(begun).toMatchObject([{ prefix: '49' }, { prefix: '4915', rate: '0.0405' }]);
  expect((await find('destination 37'))?.lines).toMatchObject([{ prefix: '371', rate: null }]);
  const file = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  const lines = file.trim().split('\r\n').slice(1);
  expect(lines.filter((line) => !line.startsWith('number,'))).toHaveLength(10);
  expect(file).toContain('sms,371,Destination 371,not sold');
});
