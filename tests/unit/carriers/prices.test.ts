import { readReferenceRates } from '../../../src/carriers/prices/currency-rates.ts';
import { toPounds } from '../../../src/carriers/prices/questions.ts';
import { formatMoney } from '../../../src/platform/kit/money.ts';

describe('a carrier’s price in pounds', () => {
  const inPounds = (amount: string, rate = '1', currency = 'USD') => {
    const pounds = toPounds({ amount, currency }, rate);
    return pounds === null ? null : formatMoney(pounds, 4);
  };

  test.each([
    ['0.0075', '0.80', '0.0060'],
    ['0.00751', '0.80', '0.0061'],
    ['0', '0.80', '0.0000'],
    ['1', '0.78912345', '0.7892'],
    ['1000', '1', '1000.0000'],
  ])('%s at %s is %s, rounded up once', (amount, rate, pounds) => {
    expect(inPounds(amount, rate)).toBe(pounds);
  });

  test.each(['', '-1', 'NaN', 'Infinity', '1e3', '0x10', '1,5', ' 1', '1.', '1000.0001', '9'.repeat(40), 'free'])(
    '%p is no price',
    (amount) => {
      expect(inPounds(amount)).toBeNull();
    },
  );

  test('no price without a currency', () => {
    for (const currency of ['', 'US', 'usd', 'USDT', "U'D"]) expect(inPounds('1', '1', currency)).toBeNull();
  });
});

test('the reference rates of a day, for one euro each, become pounds for one of each currency', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
    <Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.2500'/><Cube currency='GBP' rate='0.8600'/>
    <Cube currency='JPY' rate='172.00'/><Cube currency='XTS' rate='0'/></Cube></Cube></gesmes:Envelope>`;
  expect(Object.fromEntries(readReferenceRates(text))).toEqual({
    EUR: '0.86000000',
    USD: '0.68800000',
    GBP: '1.00000000',
    JPY: '0.00500000',
  });
  expect(readReferenceRates('<html>busy</html>').size).toBe(0);
  expect(readReferenceRates("<Cube currency='USD' rate='1.25'/>").size).toBe(0);
});
