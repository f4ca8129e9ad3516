import { applyLanguage, loadApplicationTexts } from '../../../web/lib/i18n.ts';
import { NUMBER_COUNTRIES } from '../../../src/services/numbers/catalogue.ts';
import { countryName } from '../../../web/lib/country-name.ts';
import { filterCountries } from '../../../web/lib/filter-countries.ts';

Object.assign(globalThis, { document: { documentElement: { lang: '', dir: '' } } });
await loadApplicationTexts();
afterEach(() => applyLanguage('en'));
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

const found = (search: string): string[] =>
  filterCountries(NUMBER_COUNTRIES, { search, region: 'all', sort: 'byName' }).map(({ countryCode }) => countryCode);

test.each([
  ['uk', 'GB'],
  ['UK', 'GB'],
  ['usa', 'US'],
  ['+44', 'GB'],
  ['0049', 'DE'],
  ['+1', 'US'],
  ['united k', 'GB'],
  ['at', 'AT'],
])('"%s" finds %s', (search, country) => {
  expect(found(search)).toContain(country);
});

test('the country of the account stands first by name, not by price', () => {
  const ofNigeria = { search: '', region: 'all', home: 'NG' } as const;
  expect(filterCountries(NUMBER_COUNTRIES, { ...ofNigeria, sort: 'byName' })[0]?.countryCode).toBe('NG');
  expect(filterCountries(NUMBER_COUNTRIES, { ...ofNigeria, sort: 'cheapestFirst' })[0]?.countryCode).not.toBe('NG');
});

test('a calling code finds its own countries only', () => {
  expect(found('+49')).toEqual(['DE']);
  expect(found('+999')).toEqual([]);
});

test.each([
  ['de', 'Deutschland', 'DE'],
  ['de', 'vereinigtes königreich', 'GB'],
  ['fr', 'royaume-uni', 'GB'],
  ['es', 'alemania', 'DE'],
  ['ja', 'ドイツ', 'DE'],
  ['ar', 'ألمانيا', 'DE'],
] as const)('in %s "%s" finds %s, and so does its English name', async (language, search, country) => {
  expect(found(search)).toEqual([]);
  await applyLanguage(language);
  expect(found(search)).toEqual([country]);
  expect(found(country === 'DE' ? 'germany' : 'united kingdom')).toEqual([country]);
});

test('countries are called and ordered as in the chosen language, in English as in the list', async () => {
  const names = (search: string) =>
    filterCountries(NUMBER_COUNTRIES, { search, region: 'all', sort: 'byName' }).map(countryName);
  expect(names('')).toEqual(NUMBER_COUNTRIES.map(({ country }) => country).toSorted());
  await applyLanguage('de');
  expect(names('+49')).toEqual(['Deutschland']);
  expect(names('').slice(0, 2)).toEqual(['Ägypten', 'Algerien']);
  await applyLanguage('ar');
  expect(names('+49')).toEqual(['ألمانيا']);
});
