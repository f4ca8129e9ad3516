import { expect, test } from 'bun:test';
import { sentence } from '../../src/platform/kit/sentences.ts';
import { WORDINGS, wording, wordingOf } from '../../src/platform/kit/wordings.ts';

/** The ledger stores its texts in English, and their code and values can be found again. */

const EXAMPLES: Readonly<Record<string, string | number>> = {
  number: '+447911123456',
  from: '+447911654321',
  count: 2000,
  amount: '£50.00',
  country: 'United Kingdom',
  what: 'SIP TRUNK Basic, 1 year',
  coin: 'Tether (TRC20)',
  name: 'Ada (Sales) Okafor, from Leeds',
  email: 'ada@example.com',
  plan: 'Professional',
};

test.each(Object.entries(WORDINGS))('%s is found again', (code, text) => {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, EXAMPLES[name] ?? '']));
  const written = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = EXAMPLES[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString('en-GB') : value;
  });
  expect(wordingOf(written)).toEqual({ code, values });
});

test('rows that were written before the list are found as well', () => {
  expect(wordingOf('SMS to 2000 recipients')).toEqual({ code: 'smsMany', values: { count: 2000 } });
  expect(wordingOf('SIP TRUNK Basic, 1 year')).toEqual({
    code: 'trunk',
    values: { plan: 'Basic', count: 1 },
  });
  expect(wordingOf('Call to …, 3 min')).toEqual({ code: 'call', values: { number: '…', count: 3 } });
  expect(wordingOf(sentence('notVerifiedInTime', { count: 30 }).text)).toEqual({
    code: 'notVerifiedInTime',
    values: { count: 30 },
  });
});

test('what one form holds in another is left for the reader to find', () => {
  const text = wording('reversed', { what: wording('purchase', { coin: 'Bitcoin' }) });
  expect(wordingOf(text)).toEqual({ code: 'reversed', values: { what: 'Credit purchase with Bitcoin' } });
});

test("a person's own words are nothing of ours", () => {
  for (const text of ['', 'Invoice 2026-11', 'sms to +447911123456', 'Please SMS to me', 'Call to arms']) {
    expect(wordingOf(text)).toBeNull();
  }
});
