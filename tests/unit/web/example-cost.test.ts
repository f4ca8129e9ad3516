import { expect, test } from 'bun:test';
import * as inbox from '../../../src/services/inbox/contract.ts';
import * as messaging from '../../../src/services/messaging/contract.ts';
import * as voice from '../../../src/services/voice/contract.ts';
import { endpointsOf } from '../../../web/features/api-docs/endpoints.ts';
import { exampleCost } from '../../../web/features/api-docs/example-cost.ts';
import { madeFor } from '../../../web/features/api-docs/made-first.ts';

const FLAT = { sms: '0.0300', voice: '0.1000' };
const BY_DESTINATION = { sms: null, voice: null };
const NOW = new Date('2026-11-16T10:00:00Z');
const { sendSms, resendSms, getSms, quoteSms } = messaging;
const { replyToConversation } = inbox;

const message = (text: string, more: object = {}) => ({
  senderId: 'Acme',
  recipients: ['+447700900123', '+447700900456', '+447700900123'],
  message: text,
  ...more,
});

test.each([
  ['a message, each recipient once', { endpoint: sendSms, body: message('x'.repeat(161)) }, '0.1200'],
  ['a reply', { endpoint: replyToConversation, body: { message: 'x'.repeat(161) } }, '0.0600'],
  ['texts of several lengths', { endpoint: sendSms, body: message('{name}', { fields: [] }) }, null],
  ['a message of one’s own that is sent again', { endpoint: resendSms }, null],
])('%s', (_what, sent, pounds) => {
  expect(exampleCost(sent, undefined, FLAT)).toEqual({ per: 'example', pounds });
});

test('the customer pays for what is made first, too', () => {
  const made = madeFor(resendSms, ['messageId'], NOW) ?? undefined;
  expect(exampleCost({ endpoint: resendSms }, made, FLAT)).toEqual({ per: 'example', pounds: '0.0600' });
  expect(exampleCost({ endpoint: getSms }, made, FLAT)).toEqual({ per: 'example', pounds: '0.0300' });
  const call = madeFor(voice.hangUpCall, [], NOW) ?? undefined;
  expect(exampleCost({ endpoint: voice.hangUpCall }, call, FLAT)).toEqual({ per: 'minute', pounds: '0.1000' });
});

test('nobody is asked about what costs nothing', () => {
  expect(exampleCost({ endpoint: quoteSms, body: message('Hello') }, undefined, FLAT)).toBeNull();
  expect(exampleCost({ endpoint: getSms }, undefined, FLAT)).toBeNull();
});

test('nothing that costs is run unasked, or for £0 while its price is not known', () => {
  const documented = endpointsOf({ ...messaging, ...inbox, ...voice }, { first: sendSms.name, admin: true });
  const costly = documented.filter(({ errors }) => errors?.includes('insufficient_credits'));
  expect(costly.map(({ name }) => name).toSorted()).toEqual([
    ...['placeCall', 'replyToConversation', 'resendSms', 'sendSms'],
  ]);
  for (const endpoint of costly) {
    for (const rates of [BY_DESTINATION, undefined]) {
      expect(exampleCost({ endpoint, body: message('Hello') }, undefined, rates)).toMatchObject({ pounds: null });
    }
  }
});
