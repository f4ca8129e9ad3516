import { describe, expect, test } from 'bun:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NUMBER_COUNTRIES } from '../../../src/services/numbers/catalogue.ts';
import { sandboxInventory } from '../../../src/carriers/adapters/sandbox/inventory.ts';

describe('the simulated carriers sell', () => {
  test.each(NUMBER_COUNTRIES.map(({ countryCode }) => countryCode))('valid numbers of %s', (countryCode) => {
    const numbers = sandboxInventory(countryCode);
    expect(numbers.length).toBeGreaterThanOrEqual(20);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) {
      const parsed = parsePhoneNumberFromString(number);
      expect(parsed?.isValid()).toBe(true);
      expect(String(parsed?.country)).toBe(countryCode);
      expect(String(parsed?.number)).toBe(number);
    }
  });

  test('the same numbers every time', () => {
    expect(sandboxInventory('GB')[0]).toBe('+441665330703');
  });

  test('no number that always fails', () => {
    const all = NUMBER_COUNTRIES.flatMap(({ countryCode }) => sandboxInventory(countryCode));
    expect(all.filter((number) => /000[01]$/.test(number))).toEqual([]);
  });

  test('nothing in a country that does not exist', () => {
    expect(sandboxInventory('XX')).toEqual([]);
  });
});
