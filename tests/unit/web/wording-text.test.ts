import { afterAll, expect, test } from 'bun:test';
import { sentence } from '../../../src/platform/kit/sentences.ts';
import { wording } from '../../../src/platform/kit/wordings.ts';
import { applyLanguage } from '../../../web/lib/i18n.ts';
import { kindText, reasonText, wordingText } from '../../../web/lib/wording-text.ts';

/** Texts that the ledger stores in English are shown in the reader's language. */

const documentElement = { lang: 'en', dir: 'ltr' };

Object.assign(globalThis, { document: { documentElement } });
await applyLanguage('de');
afterAll(async () => {
  await applyLanguage('en');
  Reflect.deleteProperty(globalThis, 'document');
});

test('a description is said in German, with its figures, amounts and countries', () => {
  expect(wordingText(wording('smsMany', { count: 2000 }))).toBe('SMS an 2.000 Empfänger');
  expect(wordingText('SMS to 2000 recipients')).toBe('SMS an 2.000 Empfänger');
  const number = wording('numberFirst', { number: '+4930123456', country: 'Germany' });
  expect(wordingText(number)).toBe('DID-Nummer +4930123456 (Deutschland), erster Monat');
  const shared = wording('numberMonth', { number: '+18685550100', country: 'Trinidad and Tobago', count: 3 });
  expect(wordingText(shared)).toContain('(Trinidad und Tobago), Monat 3');
  const due = `${wording('purchase', { coin: 'Bitcoin' })} (£1250.00 was due)`;
  expect(wordingText(due)).toBe('Guthabenkauf mit Bitcoin (fällig waren 1.250,00\u00a0£)');
  const reversed = wording('reversed', { what: wording('trunk', { plan: 'Basic', count: 1 }) });
  expect(wordingText(reversed)).toBe('Zahlung rückgängig gemacht: SIP TRUNK Basic, 1 Jahr');
});

test("reasons of ours and a provider's are said in German, a person's stay as they are", () => {
  expect(wordingText(wording('replaced'))).toBe('Durch eine neuere Bestellung ersetzt');
  expect(wordingText(sentence('notVerifiedInTime', { count: 30 }).text)).toContain('30 Tagen');
  expect(wordingText('The carrier is busy')).not.toContain('carrier');
  expect(wordingText('Paid twice, see invoice 7')).toBe('Paid twice, see invoice 7');
});

test('trial credit is called so, and says it once', () => {
  const trial = { type: 'adjustment', description: 'Trial credit', reason: 'Trial credit' } as const;
  expect(kindText(trial)).toBe('Testguthaben');
  expect(reasonText(trial)).toBeNull();
  expect(kindText({ type: 'adjustment', description: 'Balance adjustment' })).toBe('Korrektur');
  expect(reasonText({ description: 'Balance adjustment', reason: 'Sorry' })).toBe('Sorry');
});
