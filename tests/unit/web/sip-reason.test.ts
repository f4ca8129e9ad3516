import { sipReason, sipReasonOf } from '../../../web/lib/sip-reason.ts';

test.each([
  [404, 'There is no such number'],
  [408, 'Nobody answered'],
  [480, 'Not available at the moment'],
  [484, 'The number is incomplete'],
  [486, 'Busy'],
  [487, 'Given up before the answer'],
  [600, 'Busy'],
  [603, 'Declined'],
  [604, 'There is no such number'],
  [410, 'There is no such number'],
  [488, 'The two ends have no common audio format'],
  [606, 'The two ends have no common audio format'],
  [607, 'Declined'],
  [608, 'Declined'],
  [403, 'Refused by the provider (SIP 403)'],
  [503, 'The network could not connect it (SIP 503)'],
])('SIP %i in words', (status, words) => {
  expect(sipReason(status)).toBe(words);
});

test('nothing is said twice', () => {
  expect(sipReasonOf({ status: 'busy', sipStatus: 486 })).toBeNull();
  expect(sipReasonOf({ status: 'failed', sipStatus: 486 })).toBe('Busy');
  expect(sipReasonOf({ status: 'no-answer', sipStatus: null })).toBeNull();
});
