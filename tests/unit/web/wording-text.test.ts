import { LANGUAGES } from '../../../db/enums.ts';
import type { Wording } from '../../../src/platform/kit/faults.ts';
import { wording, wordsOf } from '../../../src/platform/kit/wordings.ts';
import { applyLanguage } from '../../../web/lib/i18n.ts';
import english from '../../../web/locales/en/app.json';
import { descriptionText, kindText, reasonText } from '../../../web/lib/wording-text.ts';

/** The ledger stores code and values, worded in the reader's language; a person's own words stay literal. */

const documentElement = { lang: 'en', dir: 'ltr' };

Object.assign(globalThis, { document: { documentElement } });
afterEach(() => applyLanguage('en'));
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

const said = (by: Wording) => descriptionText({ description: 'in English', wording: by });

test('a description is said in German, with its figures, amounts and countries', async () => {
  await applyLanguage('de');
  expect(said(wording('smsMany', { count: 2000 }))).toBe('SMS an 2.000 Empfänger');
  expect(said(wording('numberMonth', { number: '+18685550100', country: 'TT', count: 3 }))).toContain(
    '(Trinidad und Tobago), Monat 3',
  );
  const bought = wording('purchase', { coin: 'Bitcoin' });
  expect(said(wording('due', { what: bought, amount: '£1250.00' }))).toBe(
    'Guthabenkauf mit Bitcoin (fällig waren 1.250,00\u00a0£)',
  );
  expect(said(wording('reversed', { what: wording('trunk', { plan: 'Basic', count: 1 }) }))).toBe(
    'Zahlung rückgängig gemacht: SIP TRUNK Basic, 1 Jahr',
  );
  expect(descriptionText({ description: 'From next year', wording: { code: 'later', values: {} } })).toBe(
    'From next year',
  );
});

test('the same in English, for the API, CSV and PDF', () => {
  const what = wording('numberFirst', { number: '+4930123456', country: 'DE' });
  expect(wordsOf(wording('reversed', { what }), '')).toBe(
    'Payment reversed: DID number +4930123456 (Germany), first month',
  );
  expect(wordsOf(wording('smsMany', { count: 2000 }), '')).toBe('SMS to 2,000 recipients');
});

test.each(LANGUAGES)(
  "in %s, a person's words are shown as they are, also those that are the ledger's",
  async (language) => {
    await applyLanguage(language);
    const ours = Object.values(english.wordings).map((text) => (typeof text === 'string' ? text : text.other));
    for (const text of [...ours, 'Trial credit', 'Payment reversed: SMS to 3 recipients']) {
      expect(descriptionText({ description: text, wording: null })).toBe(text);
      expect(reasonText({ reason: text, reasonWording: null })).toBe(text);
      expect(descriptionText({ description: '', wording: wording('orderPaid', { what: text }) })).toContain(text);
    }
    expect(kindText({ type: 'credit_purchase', wording: null })).not.toContain('Trial credit');
  },
);

test("reasons of ours and a provider's are said in German", async () => {
  await applyLanguage('de');
  expect(reasonText({ reason: '', reasonWording: wording('replaced') })).toBe('Durch eine neuere Bestellung ersetzt');
  const closed = { code: 'notVerifiedInTime', values: { count: 30 } };
  expect(reasonText({ reason: '', reasonWording: closed })).toContain('30 Tagen');
  expect(reasonText({ reason: 'The carrier is busy', reasonWording: null })).not.toContain('carrier');
});

test('trial credit is called so', async () => {
  await applyLanguage('de');
  expect(kindText({ type: 'adjustment', wording: wording('trial') })).toBe('Testguthaben');
  expect(kindText({ type: 'adjustment', wording: wording('adjustment') })).toBe('Korrektur');
});
