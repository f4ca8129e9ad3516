import { codedCountries, countryOfBrowser } from '../../../web/lib/calling-codes.ts';

/** The country of a new account is that of the browser's region, and nothing is guessed from a language alone. */

let languages: readonly string[] = [];
Object.defineProperty(navigator, 'languages', { configurable: true, get: () => languages });
afterAll(() => Reflect.deleteProperty(navigator, 'languages'));

test.each<[languages: string[], country: string | undefined]>([
  [['en-NG', 'en'], 'NG'],
  [['en', 'de-AT'], 'AT'],
  [['zh-Hant-TW'], 'TW'],
  [['en', 'de'], undefined],
  // A region without numbers of its own.
  [['en-001', 'en-AQ'], undefined],
  [['en-US@posix', 'C'], 'US'],
  [[], undefined],
])('%p', (given, country) => {
  languages = given;
  expect(countryOfBrowser()).toBe(country);
});

test('every country can be chosen, once', () => {
  const countries = codedCountries().map(({ country }) => country);
  expect(new Set(countries).size).toBe(countries.length);
  expect(codedCountries()).toContainEqual({ country: 'NG', code: '+234', name: 'Nigeria' });
});
