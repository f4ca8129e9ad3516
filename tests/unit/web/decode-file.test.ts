import { decodeFile, encodingOf } from '../../../web/features/messaging/compose/decode-file.ts';

const TEXT = 'mobile;name\r\n+447700900121;Müller – Łódź\r\n';
const WESTERN = 'mobile;name\r\n+447700900121;Müller – 5 €\r\n';
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
/** Excel on Windows saves "CSV" so: ü is FC, the dash 96, the euro sign 80. */
const windows = (text: string): Buffer =>
  Buffer.from(Array.from(text).map((letter) => ({ '–': 0x96, '€': 0x80 })[letter] ?? letter.codePointAt(0) ?? 0));

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
  expect([decodeFile(bytes), encodingOf(bytes)]).toEqual([text, encoding]);
});

test('another encoding can be chosen', () => {
  expect(decodeFile(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'windows-1251')).toBe('Привет');
});
