import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { COSTLY_COUNTRIES } from '../../../src/shared/costly-countries.ts';
import { countryOf, riskOf } from '../../../src/money/allowances/destination-risk.ts';
import type { Risk } from '../../../src/shared/risks.ts';

test.each([
  ['+881612345678', 'satellite'],
  ['+870773123456', 'satellite'],
  ['+8821612345678', 'international_network'],
  ['+883510012345', 'international_network'],
  ['+979123456789', 'premium'],
  ['+80812345678', 'shared_cost'],
  ['+878101234567', 'personal'],
  ['+449061234567', 'premium'],
  ['+19005551234', 'premium'],
  ['+447012345678', 'personal'],
  ['+448431234567', 'premium'],
  ['+447640123456', 'special_service'],
] satisfies [string, Risk][])('%s is %s', (number, risk) => expect(riskOf(number)).toBe(risk));

test.each(['+447911123456', '+442071234567', '+443001234567', '+12025550123', '+5351234567', '+4915112345678'])(
  '%s is an ordinary number',
  (number) => expect(riskOf(number)).toBeNull(),
);

test.each([
  ['+5351234567', 'CU'],
  ['+18765551234', 'JM'],
  ['+12025550123', 'US'],
  ['+442071234567', 'GB'],
  ['+77011234567', 'KZ'],
  ['+79161234567', 'RU'],
  ['+881612345678', null],
])('%s is in %s', (number, country) => expect(countryOf(number)).toBe(country));

test('every costly country is one that has numbers', () => {
  const known = new Set<string>(getCountries());
  expect(COSTLY_COUNTRIES.filter((country) => !known.has(country))).toEqual([]);
  expect(new Set(COSTLY_COUNTRIES).size).toBe(COSTLY_COUNTRIES.length);
});

/** The result of the library's own, slower parsing of a number. */
const TYPES: Record<string, Risk> = {
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
  VOICEMAIL: 'special_service',
  UAN: 'special_service',
  PAGER: 'special_service',
};

/** Random digits from a seed (mulberry32), so that a failure can be repeated. */
function digitsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % 10;
  };
}

test('the library finds the same ranges in random numbers of every country', () => {
  const seed = Math.trunc(performance.timeOrigin) % 1_000_000;
  const digit = digitsFrom(seed);
  let compared = 0;
  for (const country of getCountries()) {
    const code = `+${getCountryCallingCode(country)}`;
    for (let made = 0; made < 150; made++) {
      const length = 6 + (made % 6);
      const number = code + Array.from({ length }, digit).join('');
      const parsed = parsePhoneNumberFromString(number);
      // Numbers whose plan drops or adds digits while it reads them are not what a message or call goes to.
      if (!parsed?.isValid() || parsed.number !== number || number.startsWith('+443')) continue;
      const type = parsed.getType();
      const expected = (type && TYPES[type]) ?? null;
      compared++;
      expect({ seed, number, risk: riskOf(number) }).toEqual({ seed, number, risk: expected });
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
