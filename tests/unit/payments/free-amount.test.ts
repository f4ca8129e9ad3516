import { freeAmount, mostSteps } from '../../../src/money/payments/quotes/free-amount.ts';

const lowest = () => 0;
const bitcoin = { due: '0.00180000', rate: '0.000018', places: 8 };

describe('freeAmount', () => {
  test('is one that nobody can foresee, at most a tenth of a pound above what is due', () => {
    const amounts = Array.from({ length: 500 }, () => freeAmount({ ...bitcoin, held: new Set() }) ?? '');
    expect(new Set(amounts).size).toBeGreaterThan(100);
    const sorted = amounts.toSorted();
    expect(sorted[0]?.localeCompare('0.00180001')).toBeGreaterThanOrEqual(0);
    // 180 satoshis are a tenth of a pound, and 180 more than what is due are whole pennies.
    expect(sorted.at(-1)?.localeCompare('0.00180179')).toBeLessThanOrEqual(0);
    const asked: number[] = [];
    const choose = (below: number) => {
      asked.push(below);
      return below - 2;
    };
    expect(freeAmount({ ...bitcoin, held: new Set(), choose })).toBe('0.00180179');
    expect(asked).toEqual([180]);
  });

  test('is not one that is held: another is chosen, and where all of them are, the nearest that is free', () => {
    const chosen = [0, 2, 1];
    const held = new Set(['0.00180001', '0.00180003']);
    expect(freeAmount({ ...bitcoin, held, choose: () => chosen.shift() ?? 0 })).toBe('0.00180002');
    expect(freeAmount({ ...bitcoin, held, choose: lowest })).toBe('0.00180002');
  });

  test('steps in the places that the coin has', () => {
    const tether = { due: '127.00000000', rate: '1.27', places: 6, held: new Set<string>(), choose: lowest };
    expect(freeAmount(tether)).toBe('127.00000100');
    expect(freeAmount({ ...tether, due: '63.50000017' })).toBe('63.50000200');
  });

  test('is never the amount for whole pennies: customers without a quote pay that', () => {
    const held = new Set(Array.from({ length: 17 }, (_, step) => `0.001800${String(step + 1).padStart(2, '0')}`));
    // 18 satoshis are a penny.
    expect(freeAmount({ ...bitcoin, held, choose: lowest })).toBe('0.00180019');
  });

  test('is whole pennies where the coin has nothing smaller', () => {
    expect(freeAmount({ due: '0.00000100', rate: '0.000001', places: 8, held: new Set() })).toBe('0.00000101');
  });

  test('gives up after 20,000 amounts', () => {
    const held = new Set(Array.from({ length: 20_000 }, (_, step) => `0.00${String(180_001 + step).padStart(6, '0')}`));
    expect(freeAmount({ ...bitcoin, held })).toBeNull();
  });

  test('adds a quarter of a pound at most where a step is worth more than a tenth of a penny', () => {
    // A satoshi is worth 0.1111 of a penny: 225 of them are the most below £0.25.
    const dear = { due: '0.00090000', rate: '0.000009', places: 8 };
    const heldUpTo = (count: number) =>
      new Set(Array.from({ length: count }, (_, step) => `0.00${String(90_001 + step).padStart(6, '0')}`));
    expect(mostSteps(dear)).toBe(225n);
    expect(freeAmount({ ...dear, held: heldUpTo(224) })).toBe('0.00090225');
    expect(freeAmount({ ...dear, held: heldUpTo(225) })).toBeNull();
    // Exactly a tenth of a penny is not more.
    expect(mostSteps({ rate: '0.00001', places: 8 })).toBe(20_000n);
    expect(mostSteps({ rate: '0.00000999', places: 8 })).toBe(249n);
    expect(mostSteps({ rate: '0.00000001', places: 8 })).toBe(1n);
  });
});
