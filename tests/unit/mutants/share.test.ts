import { expect, test } from 'bun:test';
import { shareOfAll } from '../../mutants/share.ts';

test('each room counts as much as it has mutants', () => {
  const rooms = { ledger: { tried: 100, caught: 100 }, voice: { tried: 100, caught: 50 } };
  expect(shareOfAll(rooms, { ledger: 300, voice: 100 }).share).toBeCloseTo(0.875);
  expect(shareOfAll(rooms, { ledger: 100, voice: 100 }).share).toBeCloseTo(0.75);
});

test('one room has the interval of Agresti and Coull', () => {
  const { from, to } = shareOfAll({ ledger: { tried: 96, caught: 78 } }, { ledger: 1000 });
  expect(from).toBeCloseTo(0.8 - 1.96 * Math.sqrt((0.8 * 0.2) / 100));
  expect(to).toBeCloseTo(0.8 + 1.96 * Math.sqrt((0.8 * 0.2) / 100));
});

test('a larger sample is more certain, and a small one of which all were caught does not say that all are', () => {
  const width = (tried: number) => {
    const { from, to } = shareOfAll({ ledger: { tried, caught: tried * 0.75 } }, { ledger: 1000 });
    return to - from;
  };
  expect(width(400)).toBeLessThan(width(100) * 0.6);
  expect(shareOfAll({ ledger: { tried: 4, caught: 4 } }, { ledger: 100 }).from).toBeLessThan(0.6);
});
