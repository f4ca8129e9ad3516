import { cheaperSpelling } from '../../../src/shared/cheaper-spelling.ts';
import { countParts } from '../../../src/shared/parts.ts';

const TWO_PARTS = 'x'.repeat(71);

test.each([
  ['“Hello” – it’s…', '"Hello" - it\'s...'],
  ['Zażółć gęślą jaźń', 'Zazolc gesla jazn'],
  ['a\u00a0b\u200bc', 'a bc'],
  // Letters of the GSM alphabet stay: é, ä, ñ.
  ['café “ä ñ”', 'café "ä ñ"'],
  // A placeholder names a column, whatever it is spelled with.
  ['„{Größe}” {ż', '"{Größe}" {z'],
])('%s', (dear, cheap) => {
  const found = cheaperSpelling(dear + TWO_PARTS);
  expect(found?.text).toBe(cheap + TWO_PARTS);
});

test('it says what is replaced and what that saves', () => {
  expect(cheaperSpelling(`“${TWO_PARTS}” “`)).toEqual({
    text: `"${TWO_PARTS}" "`,
    replaced: ['“', '”'],
    parts: 2,
    fewer: 1,
  });
});

test('where it saves nothing, nothing is proposed: one part, another script, a picture of a face', () => {
  for (const text of ['“Hi”', 'x'.repeat(300), 'Привет '.repeat(20), `“${TWO_PARTS}😀`, '']) {
    expect(cheaperSpelling(text)).toBeNull();
  }
  expect(cheaperSpelling(`“${'x'.repeat(69)}`)).toBeNull();
  expect(cheaperSpelling(`“${'x'.repeat(70)}`)?.fewer).toBe(1);
});

test('a longer mark never makes it dearer', () => {
  const dots = '…'.repeat(70);
  expect([countParts(dots).parts, cheaperSpelling(dots)]).toEqual([1, null]);
});
