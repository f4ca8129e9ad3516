import { isRounded, mendNumber } from '../../../src/shared/phone-number.ts';

/** Spreadsheets and people leave these out of a number, and the reader never guesses others. */
test.each([
  ['a whole number', '+2348031234567', 'GB', '+2348031234567', false],
  ['a whole number behind an apostrophe', "'+2348031234567", null, '+2348031234567', false],
  ['one with 00', '00447911123456', 'NG', '+447911123456', false],
  ['a local number', '0803 123 4567', 'NG', '+2348031234567', true],
  ['a local number that no description knows', '07700 900122', 'GB', '+447700900122', true],
  ['a lost zero', '8031234567', 'NG', '+2348031234567', true],
  ['a lost plus of the same country', '2348031234567', 'NG', '+2348031234567', true],
  ['a lost plus of another country', '447911123456', 'NG', '+447911123456', true],
  ['a lost plus, where no country was chosen', '447911123456', null, '+447911123456', true],
  // Read as one with a lost plus it would be in the United States.
  ['a lost zero that looks like another country', '15123456789', 'DE', '+4915123456789', true],
  ['an American number', '(202) 555-0123', 'US', '+12025550123', true],
  ['a zero that belongs to the number', '06 1234 5678', 'IT', '+390612345678', true],
] as const)('%s', (_what, text, country, number, isMended) => {
  expect(mendNumber(text, country)).toEqual({ number, isMended });
});

test.each([
  ['a local number without a country', '0803 123 4567', null],
  ['a lost zero that cannot be told', '612345678', 'IT'],
  ['a customer number', '1000234', 'NG'],
  ['a date', '2026-11-23', 'NG'],
  ['an impossible number', '+12', 'NG'],
  ['a country that does not exist', '0803 123 4567', 'ZZ'],
  ['words', 'nobody', 'GB'],
  ['an extension', '020 7946 0000 ext. 5', 'GB'],
] as const)('%s is no number', (_what, text, country) => {
  expect(mendNumber(text, country)).toBeNull();
});

test('the program knows what Excel makes of a long number', () => {
  expect(['2.3E+12', '2,34803E+12', '2E12'].map(isRounded)).toEqual([true, true, true]);
  expect(['+2348031234567', '2.3', 'E+12'].map(isRounded)).toEqual([false, false, false]);
});
