import { addMonths } from '../../../src/platform/kit/months.ts';
import { expiryOf, graceEnd, stateOf } from '../../../src/services/numbers/renewal/expiry.ts';

const moved = (start: string, months: number) => addMonths(new Date(start), months).toISOString();

describe('a month on', () => {
  test.each([
    ['2026-05-15T10:30:00.123Z', 1, '2026-06-15T10:30:00.123Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
    ['2028-01-31T12:00:00.000Z', 1, '2028-02-29T12:00:00.000Z'],
    ['2027-02-28T12:00:00.000Z', 12, '2028-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 48, '2032-02-29T12:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', 1, '2026-04-30T00:00:00.000Z'],
    ['2026-08-31T00:00:00.000Z', 6, '2027-02-28T00:00:00.000Z'],
    ['2100-01-30T00:00:00.000Z', 1, '2100-02-28T00:00:00.000Z'],
  ])('%s and %d months is %s', (start, months, end) => {
    expect(moved(start, months)).toBe(end);
  });

  test('is counted from the purchase, so a short month does not shorten those after it', () => {
    const purchasedAt = new Date('2027-01-31T09:00:00Z');
    const expiries = [1, 2, 3, 4].map((months) => expiryOf(purchasedAt, months).toISOString().slice(0, 10));
    expect(expiries).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });

  test('keeps the hour in UTC across the change to summer time and back', () => {
    // Clocks in London move on 28 March and 31 October 2027.
    expect(moved('2027-03-15T23:30:00.000Z', 1)).toBe('2027-04-15T23:30:00.000Z');
    expect(moved('2027-10-15T00:30:00.000Z', 1)).toBe('2027-11-15T00:30:00.000Z');
  });

  test('does not change the date it starts from', () => {
    const start = new Date('2026-01-31T00:00:00Z');
    addMonths(start, 1);
    expect(start.toISOString()).toBe('2026-01-31T00:00:00.000Z');
  });
});

describe('the state of a number', () => {
  const expiresAt = new Date('2026-06-15T12:00:00.000Z');
  test.each([
    ['2026-06-08T11:59:59.999Z', 'active'],
    ['2026-06-08T12:00:00.000Z', 'expiring'],
    ['2026-06-15T11:59:59.999Z', 'expiring'],
    ['2026-06-15T12:00:00.000Z', 'expired'],
    ['2026-07-15T12:00:00.000Z', 'expired'],
  ] as const)('at %s it is %s', (now, state) => {
    expect(stateOf(expiresAt, new Date(now))).toBe(state);
  });

  test('the grace period ends 14 days after the expiry, also across a change of clocks', () => {
    expect(graceEnd(new Date('2027-03-20T12:00:00Z')).toISOString()).toBe('2027-04-03T12:00:00.000Z');
  });
});
