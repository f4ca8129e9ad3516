import { isSupportedCountry } from 'libphonenumber-js/max';
import { findCountry, NUMBER_COUNTRIES, REGIONS, tierOf, TIERS } from '../../../src/services/numbers/catalogue.ts';
import { resellerNumberPrice } from '../../../src/shared/number-rates.ts';

const values = <Key extends 'country' | 'countryCode' | 'region' | 'tier'>(key: Key) =>
  new Set(NUMBER_COUNTRIES.map((country) => country[key]));

describe('the countries', () => {
  test('are more than a hundred, each with a name and a code of its own', () => {
    expect(NUMBER_COUNTRIES.length).toBeGreaterThan(100);
    expect(values('country').size).toBe(NUMBER_COUNTRIES.length);
    expect(values('countryCode').size).toBe(NUMBER_COUNTRIES.length);
  });

  test('all have a numbering plan', () => {
    expect(NUMBER_COUNTRIES.filter(({ countryCode }) => !isSupportedCountry(countryCode))).toEqual([]);
  });

  test('cost £49 to £70 a month, in whole pence that can be halved', () => {
    for (const { monthlyPrice } of NUMBER_COUNTRIES) {
      expect(monthlyPrice).toMatch(/^\d\d\.\d\d$/);
      const pence = Number(monthlyPrice.replace('.', ''));
      expect(pence).toBeGreaterThanOrEqual(4900);
      expect(pence).toBeLessThanOrEqual(7000);
      expect(pence % 2).toBe(0);
    }
  });

  test('are of every region and every tier', () => {
    expect([...values('region')].toSorted()).toEqual([...REGIONS].toSorted());
    expect([...values('tier')].toSorted()).toEqual([...TIERS].toSorted());
  });

  test('are found by name or code in any letter case', () => {
    expect(findCountry(' united KINGDOM ')?.countryCode).toBe('GB');
    expect(findCountry('gb')?.country).toBe('United Kingdom');
    expect(findCountry('Atlantis')).toBeUndefined();
  });
});

test.each([
  ['70.00', 'Premium'],
  ['65.00', 'Premium'],
  ['64.99', 'Advanced'],
  ['55.00', 'Advanced'],
  ['54.99', 'Standard'],
  ['50.00', 'Standard'],
  ['49.99', 'Value'],
] as const)('%s a month is %s', (price, tier) => {
  expect(tierOf(price)).toBe(tier);
});

test.each([
  ['49.00', '24.50'],
  ['49.50', '24.75'],
  ['70.00', '35.00'],
  ['65.02', '32.51'],
])('a reseller pays half: of %s, %s', (price, half) => {
  expect(resellerNumberPrice(price)).toBe(half);
});
