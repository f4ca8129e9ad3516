import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { chance } from '../../kit/seed.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';
import { toE164 } from '../../../src/shared/phone-number.ts';
import { parseRecipients } from '../../../src/services/messaging/sending/parse-recipients.ts';

test.each([
  ['+447911123456', '+447911123456'],
  ['00447911123456', '+447911123456'],
  ['+44 7911 123-456', '+447911123456'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['+1 202 555 0123', '+12025550123'],
  // It must be possible to send to numbers that the simulated carriers refuse or never deliver to.
  ['+15005550000', '+15005550000'],
  ['07911123456', null],
  ['447911123456', null],
  ['+999123456789', null],
  ['+44791', null],
  ['+44791112345678901', null],
  ['+447911123456 ext. 5', null],
  ['call +447911123456 now', null],
  ['', null],
])('%j becomes %p', (text, number) => {
  expect(toE164(text)).toBe(number);
});

test('numbers of all countries are read as the library reads them', () => {
  const next = chance('numbers of all countries');
  for (const country of Array.from({ length: 100 }, () => getCountries()).flat()) {
    const digits = String(Math.floor(next() * 1e12)).padStart(12, '0');
    const text = `+${getCountryCallingCode(country)}${digits.slice(Math.floor(next() * 9))}`;
    const parsed = parsePhoneNumberFromString(text, { extract: false });
    expect(toE164(text)).toBe(parsed?.isPossible() ? parsed.number : null);
  }
});

describe('a list of recipients', () => {
  test('is trimmed, split by line and counts each number once, in the order given', async () => {
    const given = [' +447911123456 ', '', '+12025550123\n00447911123456\r\n', '+44 7911 123457'];
    expect([...(await parseRecipients(given))]).toEqual([
      ['+447911123456', 0],
      ['+12025550123', 2],
      ['+447911123457', 3],
    ]);
  });

  test('names every wrong line, a hundred at most', async () => {
    const given = ['+447911123456', ...Array.from({ length: 150 }, () => 'nobody')];
    const problem = await parseRecipients(given).catch((error: unknown) => error);
    if (!(problem instanceof Problem)) throw new Error('nothing was refused');
    const { fields } = problem;
    expect(fields).toHaveLength(100);
    expect(fields?.[0]).toMatchObject({ path: 'recipients.1', message: expect.stringContaining('Line 2') });
  });

  test('is empty if it has only blanks', async () => {
    expect(parseRecipients(['', ' \n '])).rejects.toThrow('Please enter at least one recipient');
  });

  test('lets others have their turn while it is long', async () => {
    const given = Array.from({ length: 20_000 }, (_, index) => `+44 791${String(index).padStart(7, '0')}`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect((await parseRecipients(given)).size).toBe(20_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
