import { quoteSms } from '../../../src/services/messaging/contract.ts';
import { stopSuddenRises } from '../../../src/money/allowances/stop-sudden-rises.ts';
import { funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, makeDeck, newNumber, problemOf, readAnswer, sellBy } from '../../kit/index.ts';
import { accepted, register, sendFrom } from '../senders/senders.ts';

const app = await appForFile({ background: false, env: { SENDER_NAMES: 'approved', MESSAGES_CLOSED_TO: 'CU' } });
const admin = await makeAdmin(app);
const SATELLITE = '+881612345678';
const CUBA = '+5351234567';
const INDIA = '+919812345678';
const SINGAPORE = '+6581234567';

async function quoted(person: TestActor, recipients: string[], senderId?: string) {
  const json = { recipients, message: 'Hello', senderId };
  const quote = await readAnswer(person.as(`/api/users/${person.id}/sms/quote`, { json }), quoteSms);
  expect(quote.refusals).toHaveLength(Math.min(quote.refused, 100));
  return quote.refusals;
}

/** The quote's refusal of one message is what sending it is refused for, in the same words. */
async function expectAsSent(person: TestActor, sender: string, number: string): Promise<string> {
  const [refusal, ...more] = await quoted(person, [number], sender);
  expect(more).toEqual([]);
  const { code, detail, sentence } = await problemOf(await sendFrom(person, sender, [number]));
  expect<unknown>(refusal).toMatchObject({ code, message: detail, sentence });
  return code;
}

test('each closed or unsold number, and each country that does not take the sender, is named as sending does', async () => {
  const person = await funded(app, '10.00');
  await accepted(admin, person, 'Bakery', ['SG']);
  expect(await quoted(person, [newNumber()], 'Bakery')).toEqual([]);
  expect(await expectAsSent(person, 'Bakery', SATELLITE)).toBe('destination_closed');
  expect(await expectAsSent(person, 'Bakery', CUBA)).toBe('destination_closed');
  expect(await expectAsSent(person, 'Bakery', INDIA)).toBe('sender_not_allowed');
  const all = [newNumber(), SATELLITE, INDIA, SINGAPORE, CUBA];
  const numbers = (refusals: Awaited<ReturnType<typeof quoted>>) => refusals.map(({ number }) => number);
  expect(numbers(await quoted(person, all, 'Bakery'))).toEqual([SATELLITE, CUBA, INDIA]);
  // Nothing is said of a sender that is not known yet.
  expect(numbers(await quoted(person, all))).toEqual([SATELLITE, CUBA]);
  const opened = await admin.withCookie(`/api/admin/users/${person.id}/opened-destinations`, {
    put: { destinations: ['CU', 'satellite'], reason: 'Asked for by letter' },
  });
  expect(opened.status).toBe(200);
  // Cuba takes only registered names as well, which is said once it is open.
  expect(numbers(await quoted(person, all, 'Bakery'))).toEqual([INDIA, CUBA]);
});

test('a sender that may not be used is named once, for all recipients', async () => {
  const person = await funded(app, '10.00');
  await register(person, 'Waiting');
  for (const sender of ['Waiting', 'Nobody', 'Barclays', '+447911123456']) {
    expect(await expectAsSent(person, sender, newNumber())).toBe('sender_not_allowed');
    const both = await quoted(person, [newNumber(), newNumber(), SATELLITE], sender);
    expect(both.map(({ number }) => number)).toEqual([SATELLITE, null]);
  }
});

test('a country that its owner closed and a beginning that a sudden rise stopped are named', async () => {
  const person = await funded(app, '10.00');
  await accepted(admin, person, 'Bakery');
  const countries = { '+49': '0' };
  const limits = { dailyLimit: null, countryLimit: null, countries };
  expect((await person.withCookie(`/api/users/${person.id}/limits`, { method: 'PUT', json: limits })).status).toBe(200);
  expect(await expectAsSent(person, 'Bakery', '+4915112345678')).toBe('spend_limit_reached');
  const stopped = newNumber();
  expect((await sendFrom(person, 'Bakery', [stopped, newNumber()])).status).toBe(201);
  const { allowances } = app.deps.config;
  const config = { ...app.deps.config, allowances: { ...allowances, suddenRiseAbove: '0.05' } };
  await stopSuddenRises({ ...app.deps, config });
  expect(await expectAsSent(person, 'Bakery', stopped)).toBe('destination_closed');
  expect(await quoted(person, ['+33612345678'], 'Bakery')).toEqual([]);
});

test('more than a hundred are counted, and the first hundred named', async () => {
  const person = await funded(app, '10.00');
  const many = Array.from({ length: 150 }, (_, place) => `+88161${String(place).padStart(7, '0')}`);
  const json = { recipients: [newNumber(), ...many], message: 'Hello' };
  const { refused, refusals } = await readAnswer(person.as(`/api/users/${person.id}/sms/quote`, { json }), quoteSms);
  expect(refused).toBe(150);
  expect(refusals.map(({ number }) => number)).toEqual(many.slice(0, 100));
});

test('a quote names what the price list has no price for among what it has', async () => {
  const person = await funded(app, '10.00');
  await accepted(admin, person, 'Bakery');
  const rows = [
    { prefix: '44', rate: '0.0200' },
    { prefix: '371', rate: '0.0200', blocked: true },
  ];
  await sellBy(app, 'sms', await makeDeck(app, 'sms', rows));
  const [latvia, france] = ['+37121234567', '+33612345678'];
  expect(await expectAsSent(person, 'Bakery', latvia)).toBe('destination_not_sold');
  const some = await quoted(person, [newNumber(), france, latvia, newNumber()], 'Bakery');
  expect(some.map(({ number }) => number).toSorted()).toEqual([france, latvia]);
});

test('where senders are free, the quote names the countries that take no names, or only registered ones', async () => {
  const free = await appForFile({ background: false });
  const person = await funded(free, '10.00');
  const countriesFor = async (recipients: string[], senderId: string) => {
    const json = { recipients, message: 'Hello', senderId };
    const path = `/api/users/${person.id}/sms/quote`;
    return (await readAnswer(person.as(path, { json }), quoteSms)).senderCountries;
  };
  const all = [newNumber(), INDIA, '+12125550123', SINGAPORE, '+12125550124'];
  expect(await countriesFor(all, 'Bakery')).toEqual({ never: ['US'], registration: ['IN', 'SG'] });
  expect(await countriesFor(all, '+447700900123')).toEqual({ never: [], registration: [] });
});
