import { expect, test } from 'bun:test';
import { filterCountries } from '../../../web/lib/filter-countries.ts';

const found = (search: string): string[] =>
  filterCountries({ search, region: 'all', sort: 'byName' }).map(({ countryCode }) => countryCode);

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

test('a calling code finds its own countries only', () => {
  expect(found('+49')).toEqual(['DE']);
  expect(found('+999')).toEqual([]);
});
