import { coinText } from '../../../src/money/payments/catalogue.ts';
import { coinAmount } from '../../../src/shared/coin-amount.ts';

describe('coinAmount', () => {
  test.each([
    ['50.00', '0.000018', '0.00090000'],
    ['100', '1.27', '127.00000000'],
    ['99.99', '0.016', '1.59984000'],
    ['250', '0.26', '65.00000000'],
    // 0.1 × 3 is 0.30000000000000004 in floats.
    ['0.10', '3', '0.30000000'],
    ['99999999.99', '123456.12345678', '12345612344443.43876544'],
  ])('£%s at %s is %s', (pounds, rate, coin) => {
    expect(coinAmount(pounds, rate)).toBe(coin);
  });

  test.each([
    ['0.01', '0.0000001', '0.00000001'],
    ['50.01', '0.0000181', '0.00090519'],
    ['1', '0.000000010000000001', '0.00000002'],
  ])('£%s at %s counts up to %s: never less than is due', (pounds, rate, coin) => {
    expect(coinAmount(pounds, rate)).toBe(coin);
  });

  test.each(['', '.', '1.', '-5', '1e3', ' 5', 'abc'])('%p is no amount', (typed) => {
    expect(() => coinAmount(typed, '1.27')).toThrow(TypeError);
    expect(() => coinAmount('1', typed)).toThrow(TypeError);
  });
});

test.each([
  ['127.00000000', 'USDT_TRC20', '127.000000 USDT'],
  ['127.00000050', 'USDT_ERC20', '127.00000050 USDT'],
  ['0.00450000', 'BTC', '0.00450000 BTC'],
  ['1.60000000', 'ETH', '1.60000000 ETH'],
])('%s of %s is written %s', (amount, coin, text) => expect(coinText(amount, coin)).toBe(text));
