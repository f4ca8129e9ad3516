import { filePath, presetPeriod } from '../../../web/features/statements/period.ts';
import { spendScales } from '../../../web/ui/spend-chart.tsx';
import { stackSpend } from '../../../web/ui/spend-stack.ts';

test.each([
  ['2028-03-31T23:59:59.999Z', 'thisMonth', '2028-03-01', '2028-03-31'],
  ['2028-03-31T23:59:59.999Z', 'lastMonth', '2028-02-01', '2028-02-29'],
  ['2028-01-01T00:00:00.000Z', 'lastMonth', '2027-12-01', '2027-12-31'],
  ['2028-02-29T12:00:00.000Z', 'year', '2027-03-01', '2028-02-29'],
] as const)('at %s, %s is %s to %s', (now, preset, from, to) => {
  expect(presetPeriod(preset, new Date(now))).toEqual({ from, to });
});

test('a file is asked for with what was chosen, and nothing that was not', () => {
  const period = { from: '2027-02-01', to: '', type: undefined };
  expect(filePath('me', 'pdf', period)).toBe('/api/users/me/statement.pdf?from=2027-02-01');
});

const nothing = {
  sms: '0.00',
  voice: '0.00',
  numbers: '0.00',
  packages: '0.00',
  reseller: '0.00',
  other: '0.00',
};

const months = [
  { time: '2027-01', total: '30.00', kinds: { ...nothing, sms: '20.00', numbers: '10.00' } },
  { time: '2027-02', total: '15.00', kinds: { ...nothing, voice: '15.00' } },
  { time: '2027-03', total: '-1.00', kinds: { ...nothing, sms: '-1.00' } },
];

test('segments stand on one another, and nothing hangs below', () => {
  expect(months.map(stackSpend)).toEqual([
    [
      { kind: 'sms', base: 0, height: 20 },
      { kind: 'numbers', base: 20, height: 10 },
    ],
    [{ kind: 'voice', base: 0, height: 15 }],
    [],
  ]);
});

test('months stand in the order of reading, and the highest bar fits', () => {
  const room = { width: 300, height: 100 };
  const places = (isRightToLeft: boolean) => {
    const { x } = spendScales(months, room, isRightToLeft);
    return months.map(({ time }) => Math.round((x(time) ?? 0) + x.bandwidth() / 2));
  };
  const fromLeft = places(false);
  expect(fromLeft).toEqual(fromLeft.toSorted((a, b) => a - b));
  expect(places(true)).toEqual(fromLeft.map((center) => room.width - center));
  const { y } = spendScales(months, room, false);
  expect(y(0)).toBe(100);
  expect(y(30)).toBeGreaterThanOrEqual(0);
});
