import { expect, test } from 'bun:test';
import { formatPosition, parsePosition, positionAt } from '../../../src/platform/events/snapshot.ts';

test('a position survives the way to the browser and back', () => {
  const position = { before: '745:750:745,748', after: '748:760:748', seq: 1234 };
  expect(parsePosition(formatPosition(position))).toEqual(position);
  expect(parsePosition(formatPosition(positionAt('7:7:')))).toEqual({
    before: '7:7:',
    after: '7:7:',
    seq: 0,
  });
});

test.each([
  ['', 'nothing'],
  ['42', 'a plain number'],
  ['7:7:~7:7:', 'no sequence number'],
  ['9:7:~7:7:~1', 'xmax before xmin'],
  ['0:7:~7:7:~1', 'a transaction id below the first'],
  ['5:9:9~7:7:~1', 'a running transaction outside the range'],
  ['5:9:7,6~7:7:~1', 'running transactions out of order'],
  ['5:9:6,,7~7:7:~1', 'an empty list element'],
  ['5:9999999999999999999:~7:7:~1', 'more than 63 bits'],
  ["7:7:'; drop table events~7:7:~1", 'SQL'],
])('%p is refused: %s', (text) => {
  expect(parsePosition(text)).toBeNull();
});
