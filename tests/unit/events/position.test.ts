import { parsePosition } from '../../../src/platform/events/position.ts';

test('a position is a plain number, from the beginning on', () => {
  expect(parsePosition('0')).toBe(0);
  expect(parsePosition('123456789012345')).toBe(123_456_789_012_345);
});

test.each([
  ['', 'nothing'],
  ['-1', 'a number below zero'],
  ['1.5', 'a fraction'],
  ['1e3', 'an exponent'],
  ['1234567890123456', 'more than a position can be'],
  ['7:7:~7:7:~1', 'an id of an earlier release'],
  ["1'; drop table events", 'SQL'],
])('%p is refused: %s', (text) => {
  expect(parsePosition(text)).toBeNull();
});
