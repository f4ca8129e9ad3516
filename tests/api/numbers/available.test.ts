import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { NUMBER_COUNTRIES } from '../../../src/services/numbers/catalogue.ts';
import { listCountries } from '../../../src/services/numbers/contract.ts';
import { call } from '../../kit/actors.ts';
import { startTestApp } from '../../kit/app.ts';
import { appForFile } from '../../kit/file-app.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { quickSandboxes } from '../../kit/carriers.ts';
import { codeOf } from '../../kit/problems.ts';
import { available, bought, buyer, holdAs } from './numbers.ts';

const GRACE_DAYS = 14;

const app = await appForFile();
const person = await buyer(app);

describe('GET /api/did-numbers/countries', () => {
  test('is open to everybody', async () => {
    const response = await call(app, '/api/did-numbers/countries');
    expect(response.status).toBe(200);
    const countries = listCountries.response?.parse(await response.json());
    expect(countries).toHaveLength(NUMBER_COUNTRIES.length);
    expect(countries?.find(({ countryCode }) => countryCode === 'AE')).toEqual({
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
    const response = await person.as(`/api/did-numbers/available?${query}`);
    expect(response.status).toBe(200);
    return z.array(z.string()).parse(await response.json());
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
    const [sandbox] = quickSandboxes();
    if (!sandbox) throw new Error('there is a simulated carrier');
    let [asked, fails] = [0, false];
    const adapter: Adapter = {
      ...sandbox,
      open: (host) => {
        const carrier = sandbox.open(host);
        const offers = carrier.availableNumbers?.bind(carrier);
        carrier.availableNumbers = async (...wanted) => {
          asked++;
          if (fails) throw new Error('the carrier fails');
          return (await offers?.(...wanted)) ?? [];
        };
        return carrier;
      },
    };
    const counting = await startTestApp({ background: false, adapters: [adapter] });
    try {
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
      const failed = await reader.as('/api/did-numbers/available?country=France');
      expect(failed.status).toBe(502);
      fails = false;
      expect((await available(reader, 'France')).length).toBeGreaterThan(0);
      expect(asked).toBe(4);
    } finally {
      await counting.stop();
    }
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
