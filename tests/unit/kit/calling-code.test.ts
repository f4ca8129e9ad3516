import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { callingCode } from '../../../src/platform/kit/calling-code.ts';

test('every country there is has the code that the number plans say', () => {
  for (const country of getCountries()) {
    const code = `+${getCountryCallingCode(country)}`;
    expect(callingCode(`${code}1234567`)).toBe(code);
  }
});

test.each(['+800', '+808', '+870', '+878', '+881', '+882', '+883', '+888', '+979'])(
  '%s, of no country, is a code too',
  (code) => expect(callingCode(`${code}12345678`)).toBe(code),
);
