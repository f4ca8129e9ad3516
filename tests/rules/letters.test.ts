import { ALARMS, LANGUAGES, LOSSES, PORT_STATES } from '../../db/enums.ts';
import type { Language } from '../../src/platform/kit/languages.ts';
import { wording } from '../../src/platform/kit/wordings.ts';
import type { Mail } from '../../src/platform/mail/contract.ts';
import { asHtml, asText } from '../../src/platform/mail/layout.ts';
import { type Letter, letterFor } from '../../src/platform/mail/letters.ts';
import { type Forms, LETTER_TEXTS, translatorOf } from '../../src/platform/mail/translator.ts';
import { placeholdersOf } from './locales.ts';
import app from '../../web/locales/en/app.json';

/**
 * Mails are in the reader's language. The compiler checks that each text exists, and languages.test.ts that it has the
 * same values; these tests check that no word of a mail comes from anywhere else.
 */

const { en } = LETTER_TEXTS;

const link = { linkId: '019aa000-0000-7000-8000-000000000000', expiresAt: '2026-11-23T10:00:00.000Z' };
const paid = { amount: '1234.50', description: 'DESCRIPTION', wording: null };
const [listed, flat, usual] = [
  { price: null, percent: 90 },
  { price: '0.03', percent: null },
  { price: null, percent: null },
];

const LEFT = ['webhook', 'sip', 'calls', 'answers', 'host', 'passkey', 'person'] as const;

/** Mails of each kind, all their ways. A kind that is missing is a type error. No value has a small letter. */
const SAMPLES: { [Kind in Mail['kind']]: Extract<Mail, { kind: Kind }>[] } = {
  confirm_email: [{ kind: 'confirm_email', ...link }],
  reset_password: [{ kind: 'reset_password', ...link }],
  invitation: [{ kind: 'invitation', ...link }],
  person_invited: [{ kind: 'person_invited', owner: 'OWNER@X.Y', ...link }],
  password_changed: [0, 2].flatMap((keysRevoked) => [
    { kind: 'password_changed' as const, keysRevoked, ended: [] },
    { kind: 'password_changed' as const, keysRevoked, ended: LEFT.map((what) => ({ what, name: 'NAME' })) },
  ]),
  new_sign_in: [null, 'DEVICE'].map((device) => ({
    kind: 'new_sign_in',
    device,
    address: '192.0.2.1',
    at: '2026-11-22T10:00:00.000Z',
  })),
  key_made: [{ kind: 'key_made', name: 'NAME' }],
  access_changed: (['webhook', 'sip', 'calls', 'answers', 'host', 'person'] as const).map((what) => ({
    kind: 'access_changed',
    what,
    name: 'NAME',
  })),
  factor_changed: (
    ['totp.enabled', 'totp.disabled', 'recovery_codes.created', 'passkey.added', 'passkey.removed'] as const
  ).map((what) => ({ kind: 'factor_changed', what })),
  change_email: [{ kind: 'change_email', ...link }],
  email_changing: [{ kind: 'email_changing', email: 'NEW@X.Y', ...link }],
  email_changed: [{ kind: 'email_changed', email: 'NEW@X.Y', ...link }],
  account_closed: [{ kind: 'account_closed', ...link }],
  payment_verified: [
    { kind: 'payment_verified', ...paid, received: null, order: true, balance: '0.00' },
    { kind: 'payment_verified', ...paid, received: '80.00', order: false, balance: '80.00' },
  ],
  payment_rejected: [
    { kind: 'payment_rejected', ...paid, reason: 'REASON', sentence: null },
    { kind: 'payment_rejected', ...paid, reason: null, sentence: null },
    { kind: 'payment_rejected', ...paid, reason: 'E', sentence: { code: 'paidAnother', values: {} } },
    {
      kind: 'payment_rejected',
      ...paid,
      reason: 'E',
      sentence: { code: 'notVerifiedInTime', values: { count: 7 } },
    },
  ],
  invoice_issued: (['invoice', 'credit_note'] as const).map((what) => ({
    ...{ kind: 'invoice_issued', invoiceId: '01931b5e-0000-7000-8000-000000000000', what },
    ...{ number: '2026-000001', amount: '12.00', seller: 'SELLER' },
  })),
  payment_unclear: [{ kind: 'payment_unclear', amount: '0.0018 BTC' }],
  payment_reversed: ['0.00', '5.00'].map((owed) => ({
    kind: 'payment_reversed',
    ...paid,
    reason: 'REASON',
    balance: '0.00',
    owed,
  })),
  numbers_expiring: [1, 2].map((count) => ({
    kind: 'numbers_expiring',
    numbers: (['on', 'off'] as const)
      .slice(0, count)
      .map((renewal) => ({ number: '+442071838750', expiresAt: '2026-11-23T10:00:00.000Z', renewal })),
  })),
  numbers_to_confirm: [
    { kind: 'numbers_to_confirm', numbers: [{ number: '+442071838750', until: '2026-11-23T10:00:00.000Z' }] },
  ],
  day_risen: [{ kind: 'day_risen', spent: '200.00', usual: '20.00', account: 'ACCOUNT' }],
  sudden_rise: [undefined, 'ACCOUNT'].map((account) => ({
    ...{ kind: 'sudden_rise', code: '+371', spent: '20.00', usual: '1.00' },
    ...(account !== undefined && { account }),
  })),
  call_missed: [{ kind: 'call_missed', from: '+447911123456', to: '+442071838750' }],
  voicemail_received: ['', 'TEXT'].map((text) => ({
    kind: 'voicemail_received',
    from: '+447911123456',
    to: '+442071838750',
    text,
  })),
  message_received: [{ kind: 'message_received', from: '+447700900123', to: '+442071838750', text: 'TEXT' }],
  alarm: ALARMS.map((alarm) => ({ kind: 'alarm', alarm, subjects: [{ subject: 'SUBJECT', value: 1 }] })),
  carrier_credit_low: [
    { kind: 'carrier_credit_low', carrier: 'CARRIER', amount: '9.50', currency: 'USD', level: '10' },
  ],
  payment_lost: LOSSES.map((lost) => ({
    kind: 'payment_lost',
    ...{ account: 'A@X.Y', amount: '100.00', coin: 'BITCOIN', hash: '0123', lost },
  })),
  losing_destinations: [
    { kind: 'losing_destinations', destinations: [{ code: '+371', revenue: '0.0300', cost: '1.5000' }] },
  ],
  notice: [{ kind: 'notice', subject: 'SUBJECT', paragraphs: ['FIRST', 'SECOND'] }],
  prices_rising: [
    {
      kind: 'prices_rising',
      holdsFrom: '2026-11-23T10:00:00.000Z',
      prices: [
        { subject: 'sms', before: flat, after: usual },
        { subject: 'voice', before: listed, after: flat },
        { subject: 'number', before: listed, after: usual },
      ],
    },
  ],
  destinations_rising: (['sms', 'voice'] as const).map((service) => ({
    ...{ kind: 'destinations_rising', service, holdsFrom: '2026-11-23T10:00:00.000Z' },
  })),
  destinations_dropped: (['sms', 'voice'] as const).map((service) => ({
    ...{ kind: 'destinations_dropped', service, holdsFrom: '2026-11-23T10:00:00.000Z' },
    ...{ destinations: ['+4479 MOBILE', '+49'], more: service === 'sms' ? 0 : 3 },
  })),
  host_missing: [{ kind: 'host_missing', hostName: 'X.Y', name: 'NAME', value: 'VALUE', hours: 72 }],
  account_suspended: [null, 'REASON'].map((reason) => ({ kind: 'account_suspended', reason })),
  message_refused: [null, 'REASON'].map((reason) => ({
    ...{ kind: 'message_refused', senderId: 'BAKERY', recipients: 3, reason },
  })),
  sender_decided: [
    { kind: 'sender_decided', name: 'BAKERY', reason: null },
    { kind: 'sender_decided', name: 'BAKERY', reason: 'REASON' },
  ],
  papers_decided: [
    { kind: 'papers_decided', countryCode: 'NO', accepted: true, reason: null },
    { kind: 'papers_decided', countryCode: 'NO', accepted: false, reason: 'REASON' },
  ],
  port_changed: PORT_STATES.flatMap((status) =>
    [null, 'WORDS'].map((words) => ({
      ...{ kind: 'port_changed', numbers: ['+1', '+2'], status, words },
      portsOn: words === null ? null : '2026-12-05',
    })),
  ),
  papers_to_delete: [[], ['ID']].map((ids) => ({
    ...{ kind: 'papers_to_delete', carrier: 'CARRIER', countryCode: 'NO', account: 'ACCOUNT', ids },
  })),
  low_balance: [{ kind: 'low_balance', level: '5.00', balance: '4.00' }],
};

const samples = Object.values(SAMPLES).flat();

const wordsOf = ({ subject, paragraphs, facts = [], action, remarks = [] }: Letter): string[] => [
  subject,
  ...paragraphs,
  ...facts.flat(),
  ...(action ? [action.label] : []),
  ...remarks,
];

/** The English catalogue with values but no words: any word left in a mail comes from elsewhere. */
const WITHOUT_WORDS: typeof en = JSON.parse(JSON.stringify(en), (_, value: unknown) =>
  typeof value === 'string' ? [...placeholdersOf(value)].join('') : value,
);

test('the words of letters, and of what is around them, are in the catalogue', () => {
  const translator = translatorOf('zh', WITHOUT_WORDS);
  const letterhead = { name: 'SENDER', support: 'A@B.C', baseUrl: 'HTTPS://X.Y' };
  for (const mail of samples) {
    const letter = letterFor(mail, 'SENDER', translator);
    const page = { letter, letterhead, actionUrl: 'HTTPS://X.Y', reader: 'READER', translator };
    const shown = `${letter.subject}\n${asText(page)}\n${asHtml(page).replace(/<[^>]+>/g, ' ')}`;
    expect([mail.kind, shown.match(/[^\n]*[a-z][^\n]*/)?.[0]]).toEqual([mail.kind, undefined]);
  }
});

test('each letter fills its values in each language', () => {
  const unfilled = LANGUAGES.flatMap((language) =>
    samples.flatMap((mail) =>
      wordsOf(letterFor(mail, 'SENDER', translatorOf(language))).filter(
        (words) => words.trim() === '' || /[{}]|undefined|NaN/.test(words),
      ),
    ),
  );
  expect(unfilled).toEqual([]);
});

test("a letter's own reasons are the server's sentences", () => {
  const said: Record<string, string | Forms> = en.reasons;
  for (const [code, text] of Object.entries(said)) {
    const known: Record<string, string | Forms> = app.sentences;
    const usual = (forms: string | Forms = '') => (typeof forms === 'string' ? forms : forms.other);
    expect(usual(text)).toBe(usual(known[code]));
  }
});

test('money, days and shares are written as each language writes them', () => {
  const [reversed] = SAMPLES.payment_reversed;
  const [closed] = SAMPLES.account_closed;
  const [rising] = SAMPLES.prices_rising;
  if (!reversed || !closed || !rising) throw new Error('no samples');
  const inLanguage = (mail: Mail, language: Language) =>
    wordsOf(letterFor(mail, 'SENDER', translatorOf(language))).join('\n');
  expect(inLanguage(reversed, 'en')).toContain('£1,234.50');
  expect(inLanguage(reversed, 'de')).toContain('1.234,50\u00a0£');
  expect(inLanguage(reversed, 'ar')).toContain('\u2068£1,234.50\u2069');
  expect(inLanguage(closed, 'de')).toContain('23. November 2026');
  expect(inLanguage(closed, 'ja')).toContain('2026年11月23日');
  expect(inLanguage(rising, 'fr')).toContain('90\u00a0% du prix standard');
});

test("paid goods are named in the reader's language, a customer's own words stay as they are", () => {
  const [verified] = SAMPLES.payment_verified;
  if (!verified) throw new Error('no sample');
  const inLanguage = (of: Pick<typeof verified, 'description' | 'wording'>, language: Language) =>
    wordsOf(letterFor({ ...verified, ...of }, 'SENDER', translatorOf(language))).join('\n');
  expect(inLanguage({ description: '', wording: wording('purchase', { coin: 'Bitcoin' }) }, 'de')).toContain(
    'Guthabenkauf mit Bitcoin',
  );
  expect(inLanguage({ description: '', wording: wording('trunk', { plan: 'Basic', count: 1 }) }, 'ru')).toContain(
    'SIP TRUNK Basic, 1 год',
  );
  const typed = 'SIP TRUNK Basic, 1 year';
  expect(inLanguage({ description: typed, wording: null }, 'ru')).toContain(typed);
});
