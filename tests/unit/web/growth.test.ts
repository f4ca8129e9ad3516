import { growth } from '../../../web/features/admin/system-stats.tsx';

test.each([
  [120, 100, 'monthStart', '+20% this month'],
  [100, 120, 'lastMonth', '-16.7% compared with last month'],
  [100, 100, 'lastMonth', 'Same as last month'],
  [0, 80, 'monthStart', '-100% this month'],
  [12, 0, 'monthStart', 'None at the start of the month'],
  [12, 0, 'lastMonth', 'None last month'],
  [0, 0, 'monthStart', 'No change this month'],
] as const)('%p after %p (%s) is said as %s', (now, before, since, text) => {
  expect(growth(now, before, since)).toBe(text);
});
