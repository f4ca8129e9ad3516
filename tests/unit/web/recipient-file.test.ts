import { openFile, readTable } from '../../../web/features/messaging/compose/open-file.ts';
import { parseTable, readRecipients } from '../../../web/features/messaging/compose/recipient-file.ts';
import { workbookOf } from '../../kit/workbook.ts';

const read = (text: string, country = '', column: number | null = null) =>
  readRecipients(parseTable(text), { column, country });

test('the column with the numbers is found, with its heading', async () => {
  expect(await read('name;mobile;city\r\n"Ann; B";+447700900001;Hull\r\nBen;"+44 7700 900002";Bath\r\n')).toEqual({
    numbers: ['+447700900001', '+447700900002'],
    written: ['+447700900001', '+44 7700 900002'],
    fields: [
      { name: 'Ann; B', mobile: '+447700900001', city: 'Hull' },
      { name: 'Ben', mobile: '+44 7700 900002', city: 'Bath' },
    ],
    ...{ mended: [], repeated: 0, wrong: [], column: 1 },
    headings: ['name', 'mobile', 'city'],
    columns: ['name', 'mobile', 'city'],
  });
  expect(await read('Ann,+447700900001\nBen,+447700900002')).toMatchObject({
    numbers: ['+447700900001', '+447700900002'],
    headings: [null, null],
    columns: [],
  });
});

test('a plain list is a table of one column, and rows without a number are named by their line', async () => {
  expect(await read('+447700900001\n\nnobody\n+447700900002\n+44 7700 900001\n2.3E+12')).toMatchObject({
    numbers: ['+447700900001', '+447700900002'],
    repeated: 1,
    wrong: [
      { line: 3, text: 'nobody', fault: 'country' },
      { line: 6, text: '2.3E+12', fault: 'rounded' },
    ],
  });
  expect(await read(' \n')).toMatchObject({ numbers: [], wrong: [] });
  expect(await read('name,mobile\nAnn,\n,\nBen,+447700900002')).toMatchObject({
    wrong: [{ line: 2, text: 'Ann', fault: 'empty' }],
  });
});

test('a first line that names the separator is no row', async () => {
  expect(await read('sep=;\r\nname;mobile\r\n"Ann, B.";+447700900121\r\n')).toMatchObject({
    numbers: ['+447700900121'],
    fields: [{ name: 'Ann, B.', mobile: '+447700900121' }],
  });
});

const five = (row: (at: number) => string) => Array.from({ length: 5 }, (_, at) => row(at)).join('\n');

test.each([
  ['', five((at) => `2026-11-2${at};1000234${at};+44770090012${at}`), 'date;customer;mobile'],
  ['NG', five((at) => `2026-11-2${at};10002345${at};0803123456${at}`), 'date;customer;contact'],
  ['', five((at) => `2026-11-2${at};10002345${at};0803123456${at}`), 'date;customer;Mobile'],
  ['NG', five((at) => `2026-11-2${at};10002345${at};803123456${at}`), 'date;customer;Handy'],
])('dates and customer numbers beside the numbers are not taken for them (%#)', async (country, rows, top) => {
  const file = await read(`${top}\n${rows}\n`, country);
  expect(file.column).toBe(2);
  if (country === 'NG') expect([file.mended.length, file.wrong]).toEqual([5, []]);
});

test('another column can be chosen', async () => {
  const list = 'mobile,other\n+447700900001,+447700900002\n';
  expect(await read(list)).toMatchObject({ numbers: ['+447700900001'], column: 0 });
  expect(await read(list, '', 1)).toMatchObject({ numbers: ['+447700900002'], column: 1 });
});

test('any sheet of a workbook can be read, with whole numbers where Excel shows 2.3E+12', async () => {
  const bytes = workbookOf({
    About: [['Made by', 'Ann']],
    People: [
      ['name', 'mobile', 'on', 'at', 'when'],
      [
        ...['Müller', 2_348_031_234_567],
        ...[{ days: 46_349, as: 'date' } as const, { days: 0.604_166_666_666_67, as: 'time' } as const],
        { days: 46_349.604_166_666_7, as: 'both' },
      ],
      ['Ben', 8_031_234_568],
    ],
  });
  const file = await openFile(new File([bytes], 'people.xlsx'));
  expect(file.sheets).toEqual(['About', 'People']);
  const table = await readTable(file, { encoding: file.encoding, sheet: 1 });
  expect(await readRecipients(table, { column: null, country: 'NG' })).toMatchObject({
    numbers: ['+2348031234567', '+2348031234568'],
    mended: [{ line: 2 }, { line: 3 }],
    fields: [
      { name: 'Müller', on: '2026-11-23', at: '14:30', when: '2026-11-23 14:30' },
      { name: 'Ben', on: '' },
    ],
  });
});
