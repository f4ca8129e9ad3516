import { expect, test } from 'bun:test';
import { decodeFile } from '../../../web/features/messaging/compose/decode-file.ts';
import { readRecipientFile } from '../../../web/features/messaging/compose/recipient-file.ts';

const TEXT = 'mobile;name\r\n+447700900121;Müller – Łódź\r\n';
const WESTERN = 'mobile;name\r\n+447700900121;Müller – 5 €\r\n';

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
/** As Excel on Windows saves "CSV": ü is FC, the dash 96, the euro sign 80. */
const windows = (text: string): Buffer =>
  Buffer.from(
    Array.from(text).map((letter) => ({ '–': 0x96, '€': 0x80 })[letter] ?? letter.codePointAt(0) ?? 0),
  );

test.each([
  ['UTF-8', Buffer.from(TEXT), TEXT, 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), TEXT, 'utf-8'],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), TEXT, 'utf-16le'],
  ['UTF-16 without one', Buffer.from(TEXT, 'utf16le'), TEXT, 'utf-16le'],
  ['UTF-16, the high byte first', swapped(`\uFEFF${TEXT}`), TEXT, 'utf-16be'],
  ['the same without a mark', swapped(TEXT), TEXT, 'utf-16be'],
  ['Windows-1252', windows(WESTERN), WESTERN, 'windows-1252'],
  ['nothing', Buffer.alloc(0), '', 'utf-8'],
] as const)('%s is read as what it is', (_name, bytes, text, encoding) => {
  expect(decodeFile(bytes)).toEqual({ text, encoding });
});

test('a first line that names the separator is no row', () => {
  const file = readRecipientFile('sep=;\r\nname;mobile\r\n"Ann, B.";+447700900121\r\n');
  expect(file).toMatchObject({ numbers: ['+447700900121'], column: 'mobile', columns: ['name', 'mobile'] });
  expect(file.rows).toEqual([{ name: 'Ann, B.', mobile: '+447700900121' }]);
});

test('dates and customer numbers beside the numbers are not taken for them', () => {
  const rows = Array.from({ length: 5 }, (_, at) => `2026-11-2${at};1000234${at};+44770090012${at}`);
  const file = readRecipientFile(`date;customer;mobile\n${rows.join('\n')}\n`);
  expect(file.column).toBe('mobile');
});
