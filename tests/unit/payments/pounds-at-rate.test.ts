import { coinAmount, normalizeCoinAmount, poundsAtRate } from '../../../src/shared/coin-amount.ts';

describe('the amount that arrived, at the rate of its payment', () => {
  const due = { amount: '100.00', cryptoAmount: '0.00180000' };

  test.each([
    ['0.0018', '100.00'],
    ['0.00144', '80.00'],
    ['0.00179999', '99.99'],
    ['0.00180017', '100.00'],
    ['0.00180018', '100.01'],
    ['0.0000001', '0.00'],
    ['1', '55555.55'],
    ['000.0018000000', '100.00'],
    ['0.000000000000000001', '0.00'],
    ['999999999999', '55555555555500000.00'],
  ])('%s BTC of 0.0018 BTC for £100 is £%s', (received, pounds) => {
    expect(poundsAtRate(received, due)).toBe(pounds);
  });

  test('the quoted coins are worth the quoted pounds, for every rate', () => {
    for (const rate of ['0.000018', '1.27', '0.016', '0.26', '0.0000123456789', '3']) {
      for (const amount of ['50', '99.99', '123.45', '1000000.00', '0.01']) {
        const cryptoAmount = coinAmount(amount, rate);
        const [whole = '', pence = ''] = amount.split('.');
        expect(poundsAtRate(cryptoAmount, { amount, cryptoAmount })).toBe(`${whole}.${pence.padEnd(2, '0')}`);
      }
    }
  });

  test.each(['1e-3', '-1', '', '1,5', '0x1', 'NaN', ' 1'])('%p is no amount', (received) => {
    expect(() => poundsAtRate(received, due)).toThrow(TypeError);
  });
});

test.each([
  ['0.0018', '0.00180000'],
  ['5', '5.00000000'],
  ['005.10', '5.10000000'],
  ['0.123456789012345678', '0.123456789012345678'],
  ['1.000000000000000000', '1.00000000'],
])('%s is written %s', (typed, written) => {
  expect(normalizeCoinAmount(typed)).toBe(written);
});
