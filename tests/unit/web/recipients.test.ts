import { checkRecipients } from '../../../web/features/messaging/compose/recipients.ts';

test('blank lines are dropped, a number counts once, and the lines that repeat it are named', async () => {
  const typed = ' +447700900001 \r\n+44 7700 900-001\n\t\n0044 7700 900001\n+447700900002';
  expect(await checkRecipients(typed)).toMatchObject({
    numbers: ['+447700900001', '+447700900002'],
    lines: [1, 5],
    repeated: [
      { line: 2, text: '+44 7700 900-001', first: 1 },
      { line: 4, text: '0044 7700 900001', first: 1 },
    ],
  });
  expect((await checkRecipients(' \n \n'))?.numbers).toEqual([]);
});

test('wrong lines are named, with what is wrong', async () => {
  expect(await checkRecipients('07700900001\n+447700900001\n+12')).toMatchObject({
    wrong: [
      { line: 1, text: '07700900001', fault: 'country' },
      { line: 3, text: '+12', fault: 'number' },
    ],
  });
});

test('a check that is called off says nothing', async () => {
  expect(await checkRecipients('+447700900001', { signal: AbortSignal.abort() })).toBeNull();
});

test('with a country local numbers are completed, and shown', async () => {
  const typed = '0803 123 4567\n8031234568\n+2348031234567\n447911123456\n1000234\n2.3E+12';
  expect(await checkRecipients(typed, { country: 'NG' })).toEqual({
    numbers: ['+2348031234567', '+2348031234568', '+447911123456'],
    lines: [1, 2, 4],
    wrong: [
      { line: 5, text: '1000234', fault: 'local' },
      { line: 6, text: '2.3E+12', fault: 'rounded' },
    ],
    repeated: [{ line: 3, text: '+2348031234567', first: 1 }],
    mended: [
      { line: 1, text: '0803 123 4567', number: '+2348031234567' },
      { line: 2, text: '8031234568', number: '+2348031234568' },
      { line: 4, text: '447911123456', number: '+447911123456' },
    ],
  });
});
