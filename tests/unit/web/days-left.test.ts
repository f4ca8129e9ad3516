import { daysLeft } from '../../../web/features/overview/business.tsx';

test.each([
  // Days before the first that cost something do not count.
  { totals: ['0.00', '0.00', '2.00', '0.00', '4.00'], credits: '10.00', days: 5 },
  { totals: ['3.00'], credits: '2.99', days: 0 },
  { totals: ['0.00', '0.00'], credits: '10.00', days: null },
  { totals: ['1.00', '-1.00'], credits: '10.00', days: null },
])('$credits at $totals lasts $days days', ({ totals, credits, days }) => {
  expect(daysLeft({ days: totals.map((total) => ({ total })) }, credits)).toBe(days);
});
