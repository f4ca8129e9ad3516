import { expect, test } from 'bun:test';
import { parseRecipients } from '../../../web/features/messaging/recipients.ts';

test('lines are trimmed and blank ones dropped', () => {
  expect(parseRecipients(' +447700900001 \r\n\n\t\n+447700900002')).toEqual({
    numbers: ['+447700900001', '+447700900002'],
    lines: [1, 4],
    duplicates: [],
  });
});

test('a number counts once however it is written', () => {
  expect(parseRecipients('+447700900001\n+44 7700 900-001\n0044 (7700) 900001')).toEqual({
    numbers: ['+447700900001'],
    lines: [1],
    duplicates: ['+44 7700 900-001', '0044 (7700) 900001'],
  });
});

test('blank lines alone are no recipients', () => {
  expect(parseRecipients(' \n \n').numbers).toEqual([]);
});
