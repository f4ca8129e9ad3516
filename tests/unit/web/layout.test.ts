import { expect, test } from 'bun:test';
import { spanOf } from '../../../web/ui/choice-group.tsx';

/** The sum of the widths of tiles, by what stands before the number in their classes. */
const width = (count: number, pattern: RegExp) =>
  Array.from({ length: count }, (_, index) => Number(pattern.exec(spanOf(index, count))?.[1])).reduce((a, b) => a + b);

test.each([2, 3, 4, 5, 6, 7, 8])('%p tiles fill whole rows, on a phone and beyond', (count) => {
  expect(width(count, /^col-span-(\d)/) % 2).toBe(0);
  expect(width(count, /sm:col-span-(\d)/) % 6).toBe(0);
});
