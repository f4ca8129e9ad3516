import type { FoundTransaction } from '../../../src/money/chain/port.ts';
import { type Due, judge, type Ownership, valueOf } from '../../../src/money/evidence/judge.ts';
import { fromUnits, toUnits, toUnitsUp } from '../../../src/money/evidence/units.ts';
import { formatMoney, parseMoney } from '../../../src/platform/kit/money.ts';

const due: Due = { units: 180_000n, unitsUp: 180_000n, value: parseMoney('100.00'), confirmations: 2 };
const right: FoundTransaction = {
  found: true,
  senders: [],
  failed: false,
  arrived: 180_000n,
  outputs: [{ index: 0, amount: 180_000n }],
  otherAsset: false,
  internalTransfer: false,
  confirmations: 2,
  blockTime: new Date('2026-11-16T10:05:00.000Z'),
};

const QUOTED = new Date('2026-11-16T10:00:00.500Z');
const ONLY: Ownership = {
  quotedAt: QUOTED,
  knownSince: null,
  isAnothers: false,
  isUnclear: false,
  usedBefore: false,
  ambiguous: false,
};
const USED = { ...ONLY, usedBefore: true };

describe('judge', () => {
  test.each([
    ['all that was due', {}, 'matches', []],
    ['more confirmations than are wanted', { confirmations: 500 }, 'matches', []],
    ['one unit less', { arrived: 179_999n }, 'differs', ['too_little']],
    ['one unit more', { arrived: 180_001n }, 'differs', ['too_much']],
    ['too few confirmations', { confirmations: 1 }, 'inconclusive', ['too_few_confirmations']],
    ['too little, so far', { arrived: 1n, confirmations: 0 }, 'differs', ['too_little', 'too_few_confirmations']],
    ['nothing', { arrived: 0n }, 'differs', ['wrong_address']],
    ['another asset', { arrived: 0n, otherAsset: true }, 'differs', ['wrong_token']],
    ['another asset beside what was due', { otherAsset: true }, 'matches', []],
    ['a contract that may have paid', { arrived: 0n, internalTransfer: true }, 'inconclusive', ['internal_transfer']],
    ['a failure', { failed: true, arrived: 0n }, 'differs', ['failed_on_chain']],
    ['what is not known yet', { arrived: null, confirmations: 0 }, 'inconclusive', ['too_few_confirmations']],
  ] as const)('%s', (_what, seen, verdict, reasons) => {
    expect(judge({ ...right, ...seen }, due, ONLY)).toEqual({ verdict, reasons: [...reasons] });
  });

  test('where nothing is seen', () => {
    expect(judge({ found: false }, due, ONLY)).toEqual({ verdict: 'inconclusive', reasons: ['not_found'] });
    expect(judge(null, due, ONLY)).toEqual({ verdict: 'inconclusive', reasons: ['endpoint_failed'] });
  });

  test('a hash that was used before differs, even if other facts are known', () => {
    expect(judge(right, due, USED)).toEqual({ verdict: 'differs', reasons: ['used_before'] });
    expect(judge(null, due, USED)).toEqual({ verdict: 'differs', reasons: ['used_before', 'endpoint_failed'] });
  });
});

describe('whose it is', () => {
  const at = (time: string) => ({ ...right, blockTime: new Date(time) });
  test.each([
    ['in the second of its quote', '2026-11-16T10:00:00.000Z', 'matches', []],
    ['a second before its quote', '2026-11-16T09:59:59.000Z', 'differs', ['before_quote']],
    ['a week after its quote', '2026-11-23T10:00:00.000Z', 'matches', []],
    ['more than a week after it', '2026-11-23T10:00:01.000Z', 'differs', ['after_quote']],
  ] as const)('%s', (_what, time, verdict, reasons) => {
    expect(judge(at(time), due, ONLY)).toEqual({ verdict, reasons: [...reasons] });
  });

  test('a transaction that was known before the quote was not made for it, in whichever block it comes', () => {
    const knownSince = new Date(QUOTED.getTime() - 1);
    for (const blockTime of [right.blockTime, null]) {
      expect(judge({ ...right, blockTime }, due, { ...ONLY, knownSince }).reasons).toContain('before_quote');
    }
    expect(judge(right, due, { ...ONLY, knownSince: QUOTED }).verdict).toBe('matches');
  });

  test('a payment that nobody was asked for is never more than possible', () => {
    const unasked = { ...ONLY, quotedAt: null };
    expect(judge(right, due, unasked)).toEqual({ verdict: 'inconclusive', reasons: ['not_quoted'] });
    expect(judge({ ...right, arrived: 1n }, due, unasked).verdict).toBe('differs');
  });

  test('a block without a time says nothing of when', () => {
    expect(judge({ ...right, blockTime: null }, due, ONLY).reasons).toEqual(['no_block_time']);
  });

  test('a transaction for another quote is another payment', () => {
    const seen = { ...right, arrived: 180_007n };
    expect(judge(seen, due, { ...ONLY, isAnothers: true })).toEqual({
      verdict: 'another_payment',
      reasons: ['anothers_amount', 'too_much'],
    });
  });
});

test('an amount between two units is paid by either of them', () => {
  const between = { ...due, unitsUp: 180_001n };
  for (const arrived of [180_000n, 180_001n]) {
    expect(judge({ ...right, arrived }, between, ONLY).verdict).toBe('matches');
    expect(valueOf(arrived, between)).toBe(due.value);
  }
  expect(judge({ ...right, arrived: 179_999n }, between, ONLY).reasons).toEqual(['too_little']);
  expect(judge({ ...right, arrived: 180_002n }, between, ONLY).reasons).toEqual(['too_much']);
});

describe('valueOf', () => {
  test.each([
    [180_000n, '100.00'],
    [179_999n, '99.99'],
    [1n, '0.00'],
    [18n, '0.01'],
    [17n, '0.00'],
    [180_001n, '100.00'],
    [180_018n, '100.01'],
    [360_000n, '200.00'],
  ])('%p units are worth %p', (units, pounds) => {
    const value = valueOf(units, due);
    expect(value === null ? null : formatMoney(value)).toBe(pounds);
  });

  test('is nothing that a payment can be, where a token was made up without end', () => {
    expect(valueOf(2n ** 256n - 1n, due)).toBeNull();
    const most = valueOf((due.units * 99_999_999n) / 100n, due);
    expect(most === null ? null : formatMoney(most)).toBe('99999999.00');
  });
});

describe('units', () => {
  test.each([
    ['0.00180000', 8, 180_000n],
    ['1.60000000', 18, 1_600_000_000_000_000_000n],
    ['127.00000199', 6, 127_000_001n],
    ['26', 9, 26_000_000_000n],
  ] as const)('%p with %p places', (text, places, units) => {
    expect(toUnits(text, places)).toBe(units);
    expect(toUnitsUp(text, places)).toBe(text === '127.00000199' ? units + 1n : units);
  });

  test.each([
    [180_000n, 8, '0.0018'],
    [0n, 8, '0.00'],
    [127_000_000n, 6, '127.00'],
    [1n, 18, '0.000000000000000001'],
    [2n ** 64n, 9, '18446744073.709551616'],
  ] as const)('%p with %p places is written %p', (units, places, text) => {
    expect(fromUnits(units, places)).toBe(text);
    expect(toUnits(text, places)).toBe(units);
  });

  test.each(['', '-1', '1e3', '0x10', '1.2.3', ' 1', '١'])('%p is no amount', (text) => {
    expect(() => toUnits(text, 8)).toThrow(TypeError);
  });
});
