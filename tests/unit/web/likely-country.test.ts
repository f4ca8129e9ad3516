import { likelyCountry } from '../../../web/features/messaging/compose/likely-country.ts';
import { checkRecipients, NO_RECIPIENTS } from '../../../web/features/messaging/compose/recipients.ts';

test.each([
  ['Nigerian ones, grouped as there', '0803 123 4567', 'GB', [], 'NG'],
  ['more of them without groups: no other country has all', '08031234567 08131234567 07031234567', 'GB', [], 'NG'],
  ['a short list with an error among them', '08031234567 0803 123 4568 012', 'GB', ['NG'], 'NG'],
  ['one that may be Japanese as well', '08031234567', 'GB', [], null],
  ['the same, where the account has to do with a country', '08031234567', 'GB', ['FR', 'JP', 'NG'], 'JP'],
  ['American ones, of one of many countries with the code', '415-555-2671 212-555-0187', '', [], 'US'],
  ['those of the chosen country', '07911123456 07400123456', 'GB', ['NG'], null],
  ['numbers that only lack their plus sign', '447911123456 447400123456', 'NG', ['GB'], null],
  ['whole numbers and words', '+12 nobody', 'NG', ['GB'], null],
])('%s', async (_what, lines, chosen, known, country) => {
  const text = lines.replaceAll(/ (?=0[78]\d{2}|012|\d{3}-|44|n)/g, '\n');
  const check = (await checkRecipients(text, { country: chosen })) ?? NO_RECIPIENTS;
  expect(likelyCountry(check, chosen, known)).toBe(country);
});
