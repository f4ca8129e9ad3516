import { expect, test } from 'bun:test';
import { readRecipientFile } from '../../../web/features/messaging/compose/recipient-file.ts';
import { checkRecipients } from '../../../web/features/messaging/compose/recipients.ts';

test('lines are trimmed and blank ones dropped', async () => {
  expect(await checkRecipients(' +447700900001 \r\n\n\t\n+447700900002')).toEqual({
    numbers: ['+447700900001', '+447700900002'],
    lines: [1, 4],
    wrong: [],
    repeated: [],
  });
});

test('a number counts once however it is written, and the lines that repeat it are named', async () => {
  expect(await checkRecipients('+447700900001\n+44 7700 900-001\n\n0044 7700 900001')).toEqual({
    numbers: ['+447700900001'],
    lines: [1],
    wrong: [],
    repeated: [
      { line: 2, text: '+44 7700 900-001', first: 1 },
      { line: 4, text: '0044 7700 900001', first: 1 },
    ],
  });
});

test('wrong lines are named, with what is wrong', async () => {
  expect(await checkRecipients('07700900001\n+447700900001\n+12')).toEqual({
    numbers: ['+447700900001'],
    lines: [2],
    wrong: [
      { line: 1, text: '07700900001', fault: 'country' },
      { line: 3, text: '+12', fault: 'number' },
    ],
    repeated: [],
  });
});

test('blank lines alone are no recipients', async () => {
  expect((await checkRecipients(' \n \n'))?.numbers).toEqual([]);
});

test('a check that is called off says nothing', async () => {
  expect(await checkRecipients('+447700900001', AbortSignal.abort())).toBeNull();
});

test('the column with the numbers is found, with its heading', () => {
  expect(
    readRecipientFile(
      '\uFEFFname;mobile;city\r\n"Ann; B";+447700900001;Hull\r\nBen;"+44 7700 900002";Bath\r\n',
    ),
  ).toEqual({
    numbers: ['+447700900001', '+44 7700 900002'],
    column: 'mobile',
    columns: ['name', 'mobile', 'city'],
    rows: [
      { name: 'Ann; B', mobile: '+447700900001', city: 'Hull' },
      { name: 'Ben', mobile: '+44 7700 900002', city: 'Bath' },
    ],
  });
  expect(readRecipientFile('Ann,+447700900001\nBen,+447700900002')).toMatchObject({
    numbers: ['+447700900001', '+447700900002'],
    column: null,
    columns: [],
  });
});

test('a plain list is a table of one column, and its faults stay in it', () => {
  expect(readRecipientFile('+447700900001\n\nnobody\n+447700900002')).toMatchObject({
    numbers: ['+447700900001', 'nobody', '+447700900002'],
    column: null,
  });
  expect(readRecipientFile(' \n')).toEqual({ numbers: [], column: null, columns: [], rows: [] });
});
