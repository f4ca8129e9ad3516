import { csvLine } from '../../../src/platform/kit/csv.ts';

test.each([
  ['plain', 'plain'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['-12.50', '-12.50'],
  ['=1+1', "'=1+1"],
  ['+44 20', "'+44 20"],
  ['@sum(A1)', "'@sum(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['－2', `"'－2"`],
  ['a;b', '"a;b"'],
  ['a;=1', `"a;'=1"`],
  ['a\t+1', `"a\t'+1"`],
  ['a\n@x', `"a\n'@x"`],
])('%j is written as %j', (text, cell) => {
  expect(csvLine([text, 'z'])).toBe(`${cell},z\r\n`);
});
