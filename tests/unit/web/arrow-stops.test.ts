import { nextStop } from '../../../web/ui/use-chart.ts';

const FROM_LEFT = { last: 11, isRightToLeft: false };
const FROM_RIGHT = { last: 11, isRightToLeft: true };

test.each([
  ['ArrowRight', 5, 6, 4],
  ['ArrowLeft', 5, 4, 6],
  ['ArrowRight', 11, 11, 10],
  ['ArrowLeft', 0, 0, 1],
  ['Home', 5, 0, 0],
  ['End', 5, 11, 11],
  ['Tab', 5, null, null],
  ['Enter', 5, null, null],
])('%s at %p leads to %p, and to %p where one reads from right to left', (key, stop, left, right) => {
  expect(nextStop(key, stop, FROM_LEFT)).toBe(left);
  expect(nextStop(key, stop, FROM_RIGHT)).toBe(right);
});
