import { decimalOf, momentOf } from '../../../src/shared/xlsx-numbers.ts';

test.each([
  ['3.5000000000000003E-2', '0.035'],
  ['2.3E+12', '2300000000000'],
  ['1.234567890123454', '1.23456789012345'],
  ['1.234567890123455', '1.23456789012346'],
  ['9.999999999999995', '10'],
  ['-0.10', '-0.1'],
  ['no number', 'no number'],
])('%s is shown as %s: of what a spreadsheet writes, 15 digits were typed', (written, shown) => {
  expect(decimalOf(written)).toBe(shown);
});

test.each([
  ['25569', '1970-01-01'],
  ['2958465', '9999-12-31'],
  ['2958466', '2958466'],
  ['-1', '-1'],
])('the day %s is shown as %s', (serial, shown) => {
  expect(momentOf(serial, { date: true, time: false })).toBe(shown);
});
