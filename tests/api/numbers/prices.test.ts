import { z } from 'zod';
import { applySettings } from '../../../src/admin/settings/apply-settings.ts';
import { autoRenewNumbers } from '../../../src/services/numbers/renewal/auto-renew.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import {
  actorOf,
  balanceOf,
  call,
  funded,
  makeAdmin,
  makeReseller,
  signUp,
  suspend,
  type TestActor,
} from '../../kit/actors.ts';
import { appForFile, expectProblem, makeCustomer, openEvents, problemOf, ratesOf, transfer } from '../../kit/index.ts';
import { changesOf, setAs, settingOf } from '../admin/settings.ts';
import { bought, buyAs, freeNumber, numbersOf, renewAs, switchAs } from './numbers.ts';
import { readAs, withId } from '../../kit/read.ts';

/** The price of a month of a number, as administrators set it: two processes, one database. */

const GB = { about: 'GB' };
const app = await appForFile({ background: false, soundBooks: true });
const other = await appForFile({ background: false, beside: app });
const ada = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from settings`;
});

const countryOf = async (code: string) =>
  z
    .array(z.object({ countryCode: z.string(), monthlyPrice: z.string(), tier: z.string() }))
    .parse(await (await call(other, '/api/did-numbers/countries')).json())
    .find(({ countryCode }) => countryCode === code);
const lineOf = async (person: TestActor, country: string) => {
  const csv = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  return csv.split('\r\n').find((line) => line.startsWith(`number,,${country},`));
};
const mailsOf = (person: TestActor) => app.deps.sql<{ data: { prices: object[]; holdsFrom: string } }[]>`
  select data from mails where user_id = ${person.id} and kind = 'prices_rising' order by created_at`;
const pay = async (reseller: TestActor, customer: TestActor, prices: object) => {
  const row = { user_id: customer.id, updated_at: app.clock.now().toISOString(), ...prices };
  await app.deps.sql`insert into price_lists ${app.deps.sql(row)}`;
  expect((await transfer(reseller, customer, '200.00')).status).toBe(201);
};

test('one setting decides what shop, rates, purchase, renewal, file and resellers take', async () => {
  const [person, reseller] = [await funded(app, '500.00'), await makeReseller(app, await funded(app, '500.00'))];
  const renewed = await bought(person);
  expect(renewed.monthlyPrice).toBe('49.00');
  expect((await setAs(ada, 'number_price', '40.01', GB)).status).toBe(200);
  expect((await setAs(ada, 'number_price', '20', { about: 'FR' })).status).toBe(200);
  expect(await settingOf(ada, 'number_price', 'GB')).toMatchObject({
    ...{ value: '40.01', standard: '49.00', source: 'panel', changed: { by: { id: ada.id } } },
  });
  expect((await changesOf(ada)).find(({ about }) => about === 'GB')).toMatchObject({
    ...{ name: 'number_price', before: '49.00', after: '40.01', changedBy: { id: ada.id } },
  });
  expect(await countryOf('GB')).toMatchObject({ monthlyPrice: '40.01', tier: 'Value' });
  expect((await ratesOf(actorOf(other, person))).numbers).toMatchObject({ GB: '40.01', FR: '20.00', DE: '50.00' });
  expect(await lineOf(person, 'United Kingdom')).toBe('number,,United Kingdom,40.0100,,,,,,,');
  expect(await bought(person)).toMatchObject({ monthlyPrice: '40.01', renewalPrice: '40.01' });
  expect(await (await renewAs(person, renewed.id)).json()).toMatchObject({ monthlyPrice: '40.01' });
  expect(await balanceOf(person)).toBe('370.98');
  // Half of 40.01, rounded up to a whole penny.
  expect((await ratesOf(actorOf(other, reseller))).numbers).toMatchObject({ GB: '20.01', FR: '10.00' });
  expect((await bought(reseller)).monthlyPrice).toBe('20.01');
  const customer = await makeCustomer(app, reseller);
  await pay(reseller, customer, { number_percent: 150 });
  expect((await ratesOf(actorOf(other, customer))).numbers).toMatchObject({ GB: '60.02', FR: '30.00' });
  expect((await bought(customer)).monthlyPrice).toBe('60.02');
  const prices = await reseller.as(`/api/users/${reseller.id}/price-list`);
  expect(await prices.json()).toMatchObject({ effective: { numbersFrom: '20.00' } });
});

test('a percentage of a price with pence is rounded up to a whole penny', async () => {
  const reseller = await makeReseller(app, await funded(app, '500.00'));
  const customer = await makeCustomer(app, reseller);
  await pay(reseller, customer, { number_percent: 53 });
  // 53 % of the catalogue's 49.50.
  expect((await ratesOf(actorOf(other, customer))).numbers['NL']).toBe('26.24');
  const number = await freeNumber(customer, 'Netherlands');
  const answer = await buyAs(customer, number, { country: 'Netherlands' });
  expect(await answer.json()).toMatchObject({ monthlyPrice: '26.24' });
  expect(await balanceOf(customer)).toBe('173.76');
});

test('a dearer month is told to its owners and holds a day later; a cheaper one holds at once', async () => {
  const [owner, stranger, suspended] = [await funded(app, '500.00'), await signUp(app), await funded(app, '60.00')];
  const reseller = await makeReseller(app, await funded(app, '500.00'));
  const customer = await makeCustomer(app, reseller);
  await pay(reseller, customer, { number_price: '80.00' });
  const mine = await bought(owner);
  for (const each of [reseller, customer, suspended]) await bought(each);
  await suspend(app, suspended);
  await using stream = await openEvents(other, { authorization: `Bearer ${stranger.key}` });
  expect((await setAs(ada, 'number_price', '60', GB)).status).toBe(200);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  const holdsFrom = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  expect(await settingOf(ada, 'number_price', 'GB')).toMatchObject({
    ...{ value: '49.00', next: { value: '60.00', holdsFrom } },
  });
  const listed = (price: string) => ({ price, percent: null });
  const told = (before: string, after: string) => [
    {
      prices: [{ subject: 'number', country: 'GB', before: listed(before), after: listed(after) }],
      holdsFrom,
    },
  ];
  expect((await mailsOf(owner)).map(({ data }) => data)).toEqual(told('49.00', '60.00'));
  expect((await mailsOf(reseller)).map(({ data }) => data)).toEqual(told('24.50', '30.00'));
  // Their price does not follow the standard one, or they have no number there.
  for (const each of [customer, stranger, suspended, ada]) expect(await mailsOf(each)).toHaveLength(0);
  const rates = await ratesOf(actorOf(other, stranger));
  expect([rates.numbers['GB'], rates.numbersSoon]).toEqual(['49.00', { GB: { price: '60.00', holdsFrom } }]);
  expect((await ratesOf(actorOf(other, customer))).numbersSoon).toEqual({});
  expect(await lineOf(owner, 'United Kingdom')).toContain(`49.0000,,,,60.0000,${holdsFrom}`);

  app.clock.advance(24 * HOUR_MS - 1);
  expect(await renewAs(owner, mine.id).then(async (answer) => answer.json())).toMatchObject({ monthlyPrice: '49.00' });
  app.clock.advance(1);
  // No chore ran yet: every reader compares the time itself.
  expect(await renewAs(owner, mine.id).then(async (answer) => answer.json())).toMatchObject({
    ...{ monthlyPrice: '60.00', renewalPrice: '60.00' },
  });
  expect(await countryOf('GB')).toMatchObject({ monthlyPrice: '60.00', tier: 'Advanced' });
  await applySettings(other.deps);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  expect((await ratesOf(actorOf(other, stranger))).numbersSoon).toEqual({});
  expect((await setAs(ada, 'number_price', '55', GB)).status).toBe(200);
  expect(await countryOf('GB')).toMatchObject({ monthlyPrice: '55.00' });
});

test('automatic renewal takes the price of its moment', async () => {
  const person = await funded(app, '500.00');
  const { id, expiresAt } = await bought(person);
  expect((await switchAs(person, id, true)).status).toBe(200);
  expect((await setAs(ada, 'number_price', '30', GB)).status).toBe(200);
  app.clock.moveTo(new Date(Date.parse(expiresAt) - HOUR_MS));
  await autoRenewNumbers(other.deps);
  expect((await numbersOf(person))[0]).toMatchObject({ monthlyPrice: '30.00' });
  expect(await balanceOf(person)).toBe('421.00');
});

test('a customer pays the price that was shown, otherwise 409 with the price of now', async () => {
  const person = await funded(app, '500.00');
  const number = await freeNumber(person);
  expect((await setAs(ada, 'number_price', '45.50', GB)).status).toBe(200);
  const refused = await buyAs(person, number, { price: '49.00' });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    ...{ code: 'price_changed', price: '45.50' },
    detail: 'A month of this number now costs £45.50. Confirm it again if you agree',
  });
  expect(await balanceOf(person)).toBe('500.00');
  const { id } = await readAs(buyAs(person, number, { price: '45.5' }), withId);
  const renewal = (price: string) => person.as(`/api/users/${person.id}/did-numbers/${id}/renew`, { json: { price } });
  expect(await (await renewal('49.00')).json()).toMatchObject({ code: 'price_changed', price: '45.50' });
  expect((await renewal('45.50')).status).toBe(200);
  expect(await balanceOf(person)).toBe('409.00');
});

test('a price that makes no sense, and a country without numbers, are refused', async () => {
  for (const value of ['0', '-1', '49.001', '1000', 'off', '']) {
    expect((await problemOf(await setAs(ada, 'number_price', value, GB))).errors?.[0]?.path).toBe('number_price');
  }
  for (const about of ['', 'XX', 'gb']) {
    await expectProblem(await setAs(ada, 'number_price', '20', { about }), 'not_found');
  }
});
