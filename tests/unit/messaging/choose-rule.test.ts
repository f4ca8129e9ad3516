import type { AnswerRule, OfficeHours } from '../../../db/schema/index.ts';
import { chooseRule } from '../../../src/services/inbox/answers/choose-rule.ts';

const rule = (id: string, match: AnswerRule['match'], keyword: string | null): AnswerRule => ({
  ...{ id, match, keyword },
  ...{ kind: 'reply', text: id },
});

const RULES = [
  rule('price', 'word', 'Price list'),
  rule('order', 'begins', 'order'),
  rule('menu', 'word', 'Menú'),
  rule('any', 'any', null),
];

/** Monday to Friday in Auckland, which is 13 hours ahead of UTC in November, and Saturday until after midnight. */
const OFFICE: OfficeHours = {
  timeZone: 'Pacific/Auckland',
  hours: [
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
    { days: [6], from: '22:00', to: '02:00' },
  ],
  closedDays: ['2026-11-18'],
  text: 'We are closed',
};

const MONDAY_NOON_THERE = new Date('2026-11-15T23:00:00Z');

const idOf = (text: string, rules = RULES, office: OfficeHours | null = null) =>
  chooseRule({ rules, office }, text, MONDAY_NOON_THERE).rule?.id;

test('the first rule that fits acts, whatever the letter case, the accents and the marks around', () => {
  expect(['price list', ' PRICE  LIST! ', 'the price list', 'price'].map((text) => idOf(text))).toEqual([
    'price',
    'price',
    'any',
    'any',
  ]);
  expect(['Order 66', 'orders', 'my order'].map((text) => idOf(text))).toEqual(['order', 'order', 'any']);
  expect(['menu', 'MENÚ.', 'menus'].map((text) => idOf(text))).toEqual(['menu', 'menu', 'any']);
  expect(idOf('👍')).toBe('any');
  expect(idOf('hello', RULES.slice(0, 3))).toBeUndefined();
  expect(idOf('order', [rule('all', 'any', null), ...RULES])).toBe('all');
});

const at = (moment: string, text = 'hello', rules: AnswerRule[] = []) => {
  const { closed, away, rule: chosen } = chooseRule({ rules, office: OFFICE }, text, new Date(moment));
  return { closed, away, rule: chosen?.id ?? null };
};

test('hours are meant in their time zone, go on past midnight, and end on closed days', () => {
  const closed: [moment: string, closed: boolean][] = [
    ['2026-11-15T19:59:59Z', true], // Monday, 08:59:59
    ['2026-11-15T20:00:00Z', false], // Monday, 09:00
    ['2026-11-16T03:59:59Z', false], // Monday, 16:59:59
    ['2026-11-16T04:00:00Z', true], // Monday, 17:00
    ['2026-11-17T23:00:00Z', true], // Wednesday noon, the closed day
    ['2026-11-21T12:59:00Z', false], // Sunday, 01:59
    ['2026-11-21T13:00:00Z', true], // Sunday, 02:00
  ];
  for (const [moment, expected] of closed) expect([moment, at(moment).closed]).toEqual([moment, expected]);
});

test('outside of hours their answer takes the place of an answer to any message, never of one to a keyword', () => {
  const [open, shut] = ['2026-11-15T23:00:00Z', '2026-11-15T11:00:00Z'];
  expect(at(open)).toEqual({ closed: false, away: null, rule: null });
  expect(at(shut)).toEqual({ closed: true, away: 'We are closed', rule: null });
  expect(at(shut, 'hello', RULES)).toEqual({ closed: true, away: 'We are closed', rule: 'any' });
  expect(at(shut, 'order 5', RULES)).toEqual({ closed: true, away: null, rule: 'order' });
});
