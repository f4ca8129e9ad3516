import { expect, test } from 'bun:test';
import { growth } from '../../../web/features/admin/growth.ts';

test.each([
  [120, 100, '+20%'],
  [100, 120, '-16.7%'],
  [100, 100, '0%'],
  [0, 80, '-100%'],
  [12, 0, 'From nothing'],
  [0, 0, 'Unchanged'],
])('%p after %p is %s', (now, before, text) => {
  expect(growth(now, before)).toBe(text);
});
