import { add, formatMoney, negate, parseMoney, subtract, times, ZERO } from '../../../src/platform/kit/money.ts';

/** Amounts of every size a balance can have, the same in each run. */
function* amounts(count: number): Generator<bigint> {
  let state = 1n;
  for (let index = 0; index < count; index++) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    const digits = BigInt(1 + (index % 14));
    const units = state % 10n ** digits;
    yield index % 2 === 0 ? units : -units;
  }
}

const written = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
};

describe('money', () => {
  test('comes back from text as it was', () => {
    for (const units of amounts(2000)) {
      const amount = parseMoney(written(units));
      expect(BigInt(amount)).toBe(units);
      expect(formatMoney(amount, 4)).toBe(written(units));
    }
  });

  test('adds up exactly', () => {
    for (const units of amounts(500)) {
      const [a, b] = [parseMoney(written(units)), parseMoney('0.0300')];
      expect(BigInt(subtract(add(a, b), b))).toBe(units);
      expect(add(a, negate(a))).toBe(ZERO);
      expect(times(a, 3)).toBe(add(a, add(a, a)));
    }
  });

  test('adds up exactly where floats do not', () => {
    expect(formatMoney(add(parseMoney('0.1'), parseMoney('0.2')))).toBe('0.30');
    expect(formatMoney(times(parseMoney('0.03'), 100_000))).toBe('3000.00');
    expect(formatMoney(parseMoney('99999999.99'))).toBe('99999999.99');
    expect(formatMoney(add(parseMoney('90071992547409.92'), parseMoney('0.01')))).toBe('90071992547409.93');
  });

  test.each([
    ['0', '0.00'],
    ['-0.5', '-0.50'],
    ['12', '12.00'],
    ['007.1', '7.10'],
    ['12.5000', '12.50'],
  ])('%s is written %s', (text, formatted) => {
    expect(formatMoney(parseMoney(text))).toBe(formatted);
  });

  test.each(['', '.5', '5.', '1e3', '+1', '1,000', ' 1', '1.00001', 'NaN', '0x10', '--1', '1.2.3'])(
    '%p is not an amount',
    (text) => {
      expect(() => parseMoney(text)).toThrow(TypeError);
    },
  );

  test('a balance holds no fraction of a penny', () => {
    expect(() => formatMoney(parseMoney('0.0301'))).toThrow(RangeError);
    expect(formatMoney(parseMoney('0.0301'), 4)).toBe('0.0301');
  });
});
