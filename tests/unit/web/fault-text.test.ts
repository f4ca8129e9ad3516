import { Problem, invalidField, sentence } from '../../../src/platform/kit/errors.ts';
import { faultText as messageOfSchema } from '../../../src/platform/kit/faults.ts';
import { faultText, noteSentences, problemText } from '../../../web/lib/fault-text.ts';
import { applyLanguage, loadApplicationTexts } from '../../../web/lib/i18n.ts';

Object.assign(globalThis, { document: { documentElement: { lang: '', dir: '' } } });
await loadApplicationTexts();
await applyLanguage('de');
afterAll(async () => {
  await applyLanguage('en');
  Reflect.deleteProperty(globalThis, 'document');
});

test('a refusal is said in the language of the screen, with its money, day and country', () => {
  const values = { cost: '£0.30', left: '£0.20', limit: '£1234.00', day: '2026-11-17' };
  const limit = new Problem('spend_limit_reached', sentence('limitReached', values)).toBody();
  expect(limit.detail).toStartWith('Spend limit reached: this costs £0.30, and £0.20 of');
  expect(problemText(limit)).toContain('17.11.2026');
  expect(problemText(limit)).not.toContain('Spend limit');
  const missing = sentence('insufficient', { price: '£24.00', balance: '£0.00' });
  expect(problemText(new Problem('insufficient_credits', missing).toBody())).toMatch(/24,00.*0,00/);
  const closed = sentence('closedCountry', { number: '+5351234567', country: 'CU' });
  expect(closed.text).toContain('is in Cuba');
  expect(problemText(new Problem('destination_closed', closed).toBody())).toContain('Kuba');
});

test("a field's fault is found by its English words, from the server and from a schema", () => {
  const problem = invalidField('logo', sentence('logoImage')).toBody();
  const [field] = problem.errors ?? [];
  expect(faultText(field?.message ?? '')).toBe('A logo must be an image: PNG, JPEG, GIF or WebP');
  noteSentences(problem);
  expect(faultText(field?.message ?? '')).toBe('Ein Logo muss ein Bild sein: PNG, JPEG, GIF oder WebP');
  expect(faultText(messageOfSchema('tooLong', { limit: 2000 }))).toContain('2.000');
  expect(faultText('Words of the screen')).toBe('Words of the screen');
});

test('where programs alone have words, a person is told in general', () => {
  expect(problemText(new Problem('not_found', 'Quote not found').toBody())).toBe('Das gibt es nicht mehr');
});
