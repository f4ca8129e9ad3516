import { hold, listCountries } from '../../../src/services/numbers/contract.ts';
import { appForFile, balanceOf, call, codeOf, quickSandboxes, startTestApp, changed } from '../../kit/index.ts';
import { available, bought, buyAs, buyer, freeNumber, holdAs, holdsOf, releaseAs } from './numbers.ts';
import { z } from 'zod';
import { NUMBER_COUNTRIES } from '../../../src/services/numbers/catalogue.ts';
import { readAnswer } from '../../kit/read.ts';

const MAX_HOLDS = 5;
const HOLD_MS = 15 * 60_000;
const app = await appForFile();

describe('POST /api/did-numbers/holds', () => {
  test('keeps a number for 15 minutes and costs nothing', async () => {
    const person = await buyer(app);
    const number = await freeNumber(person);
    const before = app.clock.now().getTime();
    const held = hold.parse(await (await holdAs(person, number)).json());
    expect(held).toMatchObject({ number, country: 'United Kingdom', secondsLeft: 900 });
    expect(new Date(held.heldUntil).getTime() - before).toBe(HOLD_MS);
    expect(await holdsOf(person)).toMatchObject([{ number, heldUntil: held.heldUntil }]);
    expect(await balanceOf(person)).toBe('500.00');
  });

  test('is not broken by a second customer, who can have it once it has run out', async () => {
    const [first, second] = [await buyer(app), await buyer(app)];
    const number = await freeNumber(first);
    await holdAs(first, number);
    const refused = await holdAs(second, number);
    expect(refused.status).toBe(409);
    expect(await codeOf(refused)).toBe('number_taken');
    expect((await buyAs(second, number)).status).toBe(409);
    expect(await balanceOf(second)).toBe('500.00');

    app.clock.advance(HOLD_MS - 1);
    expect(await codeOf(await holdAs(second, number))).toBe('number_taken');
    app.clock.advance(1);
    expect(await holdsOf(first)).toEqual([]);
    expect((await holdAs(second, number)).status).toBe(201);
    expect((await buyAs(first, number)).status).toBe(409);
  });

  test('asked for again, keeps its first deadline; afterwards it is a fresh one', async () => {
    const person = await buyer(app);
    const number = await freeNumber(person);
    const first = hold.parse(await (await holdAs(person, number)).json());
    app.clock.advance(60_000);
    const second = hold.parse(await (await holdAs(person, number)).json());
    expect(second.heldUntil).toBe(first.heldUntil);
    expect(second.secondsLeft).toBeWithin(830, 841);
    app.clock.advance(HOLD_MS);
    const third = hold.parse(await (await holdAs(person, number)).json());
    expect(third.heldUntil > first.heldUntil).toBe(true);
  });

  test('ten at once: one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => buyer(app)));
    const [asker] = people;
    if (!asker) throw new Error('nobody is there');
    const number = await freeNumber(asker);
    const answers = await Promise.all(people.map((person) => holdAs(person, number)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  test(`is for ${MAX_HOLDS} numbers at a time, however many are asked for at once`, async () => {
    const person = await buyer(app);
    const numbers = (await available(person)).slice(0, MAX_HOLDS + 3);
    const answers = await Promise.all(numbers.map((number) => holdAs(person, number)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 3 }, () => 'not_allowed_now'));
    const [held] = await holdsOf(person);
    expect((await holdAs(person, held?.number ?? '')).status).toBe(201);
    expect((await releaseAs(person, held?.number ?? '')).status).toBe(204);
    expect((await holdAs(person, await freeNumber(person))).status).toBe(201);
  });

  test('refuses what is not for sale', async () => {
    const person = await buyer(app);
    const number = await freeNumber(person);
    const answers = await Promise.all([
      holdAs(person, '+442079460958'),
      holdAs(person, number, 'France'),
      holdAs(person, (await bought(person)).number),
      holdAs(person, number, 'Atlantis'),
      holdAs(person, 'no number'),
      person.as('/api/did-numbers/holds', { json: {} }),
      call(app, '/api/did-numbers/holds', { json: { number, country: 'GB' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 422, 422, 422, 401]);
    expect(await answers[5]?.json()).toMatchObject({ detail: 'Please select a country and number' });
  });
});

describe('DELETE /api/did-numbers/holds/{number}', () => {
  test('gives it back to everybody', async () => {
    const [first, second] = [await buyer(app), await buyer(app)];
    const number = await freeNumber(first);
    await holdAs(first, number);
    expect((await releaseAs(second, number)).status).toBe(404);
    expect((await releaseAs(first, number)).status).toBe(204);
    expect((await releaseAs(first, number)).status).toBe(404);
    expect((await holdAs(second, number)).status).toBe(201);
  });

  test('cannot give away what is bought', async () => {
    const person = await buyer(app);
    const { number } = await bought(person);
    expect((await releaseAs(person, number)).status).toBe(404);
    expect(await available(person)).not.toContain(number);
  });
});

const GRACE_DAYS = 14;
const person = await buyer(app);

describe('GET /api/did-numbers/countries', () => {
  test('is open to everybody', async () => {
    const countries = await readAnswer(call(app, '/api/did-numbers/countries'), listCountries);
    expect(countries).toHaveLength(NUMBER_COUNTRIES.length);
    expect(countries.find(({ countryCode }) => countryCode === 'AE')).toEqual({
      country: 'United Arab Emirates',
      countryCode: 'AE',
      region: 'Middle East & Africa',
      tier: 'Premium',
      monthlyPrice: '70.00',
    });
  });
});

describe('GET /api/did-numbers/available', () => {
  const list = async (query: string) => {
    return z.array(z.string()).parse(await (await person.as(`/api/did-numbers/available?${query}`)).json());
  };

  test('takes the country by name, by code and as the bare query', async () => {
    const numbers = await list('country=United%20Kingdom');
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.every((number) => number.startsWith('+44'))).toBe(true);
    expect(await list('country=gb')).toEqual(numbers);
    expect(await list('United%20Kingdom')).toEqual(numbers);
    expect(await list('United+Kingdom')).toEqual(numbers);
    expect(await list('Bosnia%20and%20Herzegovina')).toEqual(await list('country=BA'));
  });

  test.each(['country=Atlantis', '', 'country=', 'limit=3', '__proto__'])('refuses %p', async (query) => {
    const response = await person.as(`/api/did-numbers/available?${query}`);
    expect(response.status).toBe(422);
    expect(await codeOf(response)).toBe('validation_failed');
  });

  test('asks the carrier once in a minute, however many ask, and again after a failure', async () => {
    let [asked, fails] = [0, false];
    const adapter = changed(quickSandboxes()[0], (carrier) => {
      const offers = carrier.availableNumbers?.bind(carrier);
      carrier.availableNumbers = async (...wanted) => {
        asked++;
        if (fails) throw new Error('the carrier fails');
        return (await offers?.(...wanted)) ?? [];
      };
    });
    await using counting = await startTestApp({ background: false, adapters: [adapter] });
    const reader = await buyer(counting);
    await Promise.all([available(reader, 'France'), available(reader, 'France')]);
    await available(reader, 'France');
    expect(asked).toBe(1);
    await available(reader, 'Spain');
    expect(asked).toBe(2);
    counting.clock.advance(59_999);
    await available(reader, 'France');
    expect(asked).toBe(2);
    counting.clock.advance(1);
    fails = true;
    expect((await reader.as('/api/did-numbers/available?country=France')).status).toBe(502);
    fails = false;
    expect((await available(reader, 'France')).length).toBeGreaterThan(0);
    expect(asked).toBe(4);
  });

  test('leaves out what is held until the hold ends, with no clean-up', async () => {
    const [number = ''] = await available(person, 'Sweden');
    expect((await holdAs(person, number, 'Sweden')).status).toBe(201);
    const other = await buyer(app);
    expect(await available(other, 'Sweden')).not.toContain(number);
    expect(await available(person, 'Sweden')).not.toContain(number);
    app.clock.advance(15 * 60_000 + 1);
    expect(await available(other, 'Sweden')).toContain(number);
  });

  test('leaves out what is owned, through the grace period to its end', async () => {
    const { number, expiresAt } = await bought(person, 'Sweden');
    expect(await available(person, 'Sweden')).not.toContain(number);
    const end = new Date(expiresAt).getTime() + GRACE_DAYS * 86_400_000;
    app.clock.moveTo(new Date(end - 5000));
    expect(await available(person, 'Sweden')).not.toContain(number);
    app.clock.moveTo(new Date(end));
    expect(await available(person, 'Sweden')).toContain(number);
  });
});
