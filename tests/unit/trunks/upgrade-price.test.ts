import { formatMoney } from '../../../src/platform/kit/money.ts';
import { trunkMonth } from '../../../src/money/allowances/trunk-month.ts';
import type { ApartPrice } from '../../../src/money/pricing/tariff.ts';
import { upgradePrice } from '../../../src/services/trunks/upgrade-price.ts';

const day = (text: string) => new Date(`${text}Z`);
const at = (time: Date, apart: ApartPrice[] = []) => ({
  owner: { role: 'user', resellerExpiresAt: null, supplier: null, apart } as const,
  now: time,
});

describe('upgradePrice', () => {
  const running = { price: '150.00', purchasedAt: day('2027-01-01T00:00'), expiresAt: day('2028-01-01T00:00') };
  test.each([
    ['at once, the whole difference', '2027-01-01T00:00', '250.00'],
    ['before a day is over, that day still', '2027-01-02T00:00', '249.32'],
    ['in the middle of a day, the begun day', '2027-01-01T12:00', '250.00'],
    ['for one day, rounded up', '2027-12-31T00:00', '0.69'],
    ['for the last minute, a day', '2027-12-31T23:59', '0.69'],
    ['after the end, nothing', '2028-02-01T00:00', '0.00'],
  ])('%s', (_what, now, expected) => {
    expect(formatMoney(upgradePrice(running, '400.00', at(day(now))).amount)).toBe(expected);
  });

  test('an account with a percentage of its own pays that of the difference, rounded up', () => {
    const half = [{ subject: 'trunk', holdsFrom: day('2026-01-01T00:00'), percent: 50, deckId: null } as const];
    expect(formatMoney(upgradePrice(running, '400.00', at(day('2027-12-31T00:00'), half)).amount)).toBe('0.35');
  });

  test('a leap year has one day more', () => {
    const leap = { price: '150.00', purchasedAt: day('2028-01-01T00:00'), expiresAt: day('2029-01-01T00:00') };
    expect(formatMoney(upgradePrice(leap, '400.00', at(day('2028-07-02T00:00'))).amount)).toBe('125.00');
  });
});

describe('trunkMonth', () => {
  test.each([
    ['2027-01-15T10:00', '2027-01-15T10:00', '2027-01-15T10:00', '2027-02-15T10:00'],
    ['2027-01-15T10:00', '2027-03-15T09:59', '2027-02-15T10:00', '2027-03-15T10:00'],
    ['2027-01-31T10:00', '2027-02-28T09:00', '2027-01-31T10:00', '2027-02-28T10:00'],
    ['2027-01-31T10:00', '2027-02-28T10:00', '2027-02-28T10:00', '2027-03-31T10:00'],
    ['2027-01-31T10:00', '2028-02-29T10:00', '2028-02-29T10:00', '2028-03-31T10:00'],
    ['2028-02-29T10:00', '2029-02-28T10:00', '2029-02-28T10:00', '2029-03-29T10:00'],
    ['2027-03-28T00:30', '2027-10-31T00:30', '2027-10-28T00:30', '2027-11-28T00:30'],
  ])('bought %s, at %s: from %s to %s', (bought, moment, start, end) => {
    expect(trunkMonth(day(bought), day(moment))).toEqual({ start: day(start), end: day(end) });
  });
});
