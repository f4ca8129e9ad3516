import { didNumber } from '../../../src/services/numbers/contract.ts';
import { balanceOf, funded, makeAdmin, makeReseller } from '../../kit/actors.ts';
import { appForFile, codeOf, openEvents, transactionsOf, actorOf } from '../../kit/index.ts';
import { available, bought, buyAs, buyer, freeNumber, holdAs, numbersOf } from './numbers.ts';

const app = await appForFile({ soundBooks: true });
const second = await appForFile({ beside: app });

describe('POST /api/users/{id}/did-numbers', () => {
  test('buys a held number for a month, from the balance', async () => {
    const person = await buyer(app);
    await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
    const number = await freeNumber(person);
    await holdAs(person, number);
    const answer = didNumber.parse(await (await buyAs(person, number)).json());
    expect(answer).toMatchObject({
      userId: person.id,
      number,
      country: 'United Kingdom',
      countryCode: 'GB',
      monthlyPrice: '49.00',
      renewalPrice: '49.00',
      status: 'active',
      state: 'active',
      autoRenew: false,
    });
    expect(await balanceOf(person)).toBe('451.00');
    expect(await numbersOf(person)).toEqual([answer]);
    expect(await transactionsOf(person)).toMatchObject([
      { type: 'did_purchase', amount: '49.00', balanceChange: '-49.00', status: 'completed' },
      { type: 'adjustment' },
    ]);
    expect((await stream.next('number-status')).data).toMatchObject({ number, status: 'active' });
    const stats = await person.as(`/api/users/${person.id}/stats`);
    expect(await stats.json()).toMatchObject({ didNumbers: 1, monthlySpend: '49.00' });
  });

  test('believes nothing of what the client says about price, status and expiry', async () => {
    const person = await buyer(app);
    const answer = await buyAs(person, await freeNumber(person, 'Qatar'), {
      country: 'Qatar',
      countryCode: 'GB',
      monthlyPrice: '0.01',
      status: 'reserved',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(answer.status).toBe(201);
    const number = didNumber.parse(await answer.json());
    expect(number).toMatchObject({
      userId: person.id,
      monthlyPrice: '66.00',
      status: 'active',
      countryCode: 'QA',
      autoRenew: false,
    });
    const days = (Date.parse(number.expiresAt) - Date.parse(number.purchasedAt)) / 86_400_000;
    expect(days).toBeWithin(28, 32);
    expect(await balanceOf(person)).toBe('434.00');
  });

  test('ten racing for one number through two processes: one has it and only they pay', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => funded(app, '49.00')));
    const number = await freeNumber(people[0] ?? (await buyer(app)));
    const answers = await Promise.all(
      people.map((person, index) => buyAs(actorOf(index % 2 === 0 ? app : second, person), number)),
    );
    const winners = people.filter((_, index) => answers[index]?.status === 201);
    expect(winners).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 201);
    expect(await Promise.all(losers.map(codeOf))).toEqual(Array.from({ length: 9 }, () => 'number_taken'));
    const balances = await Promise.all(people.map(balanceOf));
    expect(balances.filter((balance) => balance === '0.00')).toHaveLength(1);
    expect(balances.filter((balance) => balance === '49.00')).toHaveLength(9);
    const owned = await Promise.all(people.map((each) => numbersOf(each)));
    expect(owned.flat().map((row) => row.number)).toEqual([number]);
  });

  test('the same customer pressing ten times pays once', async () => {
    const person = await buyer(app);
    const number = await freeNumber(person);
    await holdAs(person, number);
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyAs(person, number)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await balanceOf(person)).toBe('451.00');
  });

  test('with credit for two, more numbers at once than there are connections come to two', async () => {
    const person = await funded(app, '98.00');
    const numbers = (await available(person)).slice(0, 12);
    const answers = await Promise.all(numbers.map((number) => buyAs(person, number)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 10 }, () => 'insufficient_credits'));
    expect(await balanceOf(person)).toBe('0.00');
    expect(await numbersOf(person)).toHaveLength(2);
  });

  test('too little credit: 402, nothing is charged, and the hold stays', async () => {
    const person = await funded(app, '48.99');
    const number = await freeNumber(person);
    await holdAs(person, number);
    const response = await buyAs(person, number);
    expect(response.status).toBe(402);
    expect(await codeOf(response)).toBe('insufficient_credits');
    expect(await balanceOf(person)).toBe('48.99');
    expect(await numbersOf(person)).toEqual([]);
    expect((await holdAs(await buyer(app), number)).status).toBe(409);
  });

  test('a reseller pays half while the package runs, and no longer', async () => {
    const reseller = await makeReseller(app, await buyer(app));
    expect(await bought(reseller)).toMatchObject({ monthlyPrice: '24.50', renewalPrice: '24.50' });
    expect(await balanceOf(reseller)).toBe('475.50');
    const expired = await makeReseller(app, await buyer(app), app.clock.now());
    expect(await bought(expired)).toMatchObject({ monthlyPrice: '49.00' });
  });

  test('refuses what is not for sale, or for nobody', async () => {
    const person = await buyer(app);
    const number = await freeNumber(person);
    await holdAs(person, number);
    const elsewhere = await buyAs(person, number, { country: 'France' });
    expect(elsewhere.status).toBe(422);
    expect(await elsewhere.json()).toMatchObject({ errors: [{ path: 'country' }] });
    expect((await buyAs(person, '+442079460958')).status).toBe(409);
    expect((await buyAs(person, number, { country: 'Atlantis' })).status).toBe(422);
    const admin = await makeAdmin(app);
    const nobody = await admin.as(`/api/users/${crypto.randomUUID()}/did-numbers`, {
      json: { number: await freeNumber(person), country: 'GB' },
    });
    expect(nobody.status).toBe(404);
    expect(await balanceOf(person)).toBe('500.00');
  });
});

describe('GET /api/users/{id}/did-numbers', () => {
  test('lists what is bought, newest first, in pages, and never a hold', async () => {
    const person = await buyer(app);
    const owned = [await bought(person), await bought(person), await bought(person)];
    await holdAs(person, await freeNumber(person));
    const newestFirst = owned.map(({ id }) => id).toReversed();
    expect((await numbersOf(person)).map(({ id }) => id)).toEqual(newestFirst);
    expect(await numbersOf(person, `0${owned[0]?.number.slice(3)}`)).toMatchObject([{ id: newestFirst[2] }]);
    expect(await numbersOf(person, 'shop')).toEqual([]);
    const page = await person.as(`/api/users/${person.id}/did-numbers?limit=2`);
    expect(await page.json()).toHaveLength(2);
    expect(page.headers.get('link')).toContain(`before=${newestFirst[1]}`);
    const rest = await person.as(`/api/users/${person.id}/did-numbers?limit=2&before=${newestFirst[1]}`);
    expect(await rest.json()).toMatchObject([{ id: newestFirst[2] }]);
  });
});

test('a number is bought with renewal switched on', async () => {
  const person = await buyer(app);
  const number = await freeNumber(person);
  const response = await buyAs(person, number, { autoRenew: true });
  expect(didNumber.parse(await response.json())).toMatchObject({ number, autoRenew: true });
});
