import { createHmac } from 'node:crypto';
import { validateSignature } from 'plivo/dist/utils/security.js';
import { validateV3Signature } from 'plivo/dist/utils/v3Security.js';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { ACCOUNT, PUBLIC_CALLBACK } from './accounts.ts';
import { plivo, signedByPlivo } from './dialect-plivo.ts';
import { answeredWith, carrier, smsBy, simulator, withSimulator } from './with-simulator.ts';

/** Plivo's own parts: its signatures, held against its npm package, and its words for refusals. */

const TOKEN = ACCOUNT.plivo.token;
const refused = { reason: 'bad_signature', status: 403 };

withSimulator(plivo);

async function reportsTo(): Promise<string> {
  await carrier.sendSms(smsBy());
  const [taken] = simulator.taken;
  if (!taken) throw new Error('nothing was sent');
  return plivo.reportTo(taken.request);
}

const olderSignature = (url: string, nonce: string): string => {
  const { origin, pathname } = new URL(url);
  return createHmac('sha256', TOKEN)
    .update(origin + pathname + nonce)
    .digest('base64');
};
const older = (url: string, fields: Record<string, string>, signature?: string): CarrierCallback => ({
  url,
  headers: new Headers({
    'x-plivo-signature-v2': signature ?? olderSignature(url, '42'),
    'x-plivo-signature-v2-nonce': '42',
  }),
  body: new URLSearchParams(fields).toString(),
});

test('the newer signature is the one that its makers compute', async () => {
  const url = await reportsTo();
  const fields = { MessageUUID: 'm1', Status: 'delivered', To: '447700900123', Text: 'a+b & ü' };
  const { headers } = signedByPlivo(url, fields);
  const [signature = '', nonce = ''] = ['', '-nonce'].map((end) => headers.get(`x-plivo-signature-v3${end}`) ?? '');
  expect(validateV3Signature('POST', url, nonce, TOKEN, signature, fields)).toBe(true);
  expect(validateV3Signature('POST', url, nonce, TOKEN, signature, { ...fields, Status: 'x' })).toBe(false);
  const { news } = await carrier.parseCallback(signedByPlivo(url, fields));
  expect(news).toMatchObject([{ carrierMessageId: 'm1', reference: smsBy().reference, outcome: 'delivered' }]);
});

test('the older signature counts at an address that we sealed, and at no other', async () => {
  const url = await reportsTo();
  expect(validateSignature(url, '42', olderSignature(url, '42'), TOKEN)).toBe(true);
  const fields = { MessageUUID: 'm1', Status: 'delivered' };
  expect((await carrier.parseCallback(older(url, fields))).news).toHaveLength(1);
  const other = new URL(url);
  other.searchParams.set('reference', '0191b2c3-0000-7000-8000-000000000002');
  const later = new URL(url);
  later.searchParams.set('stamp', String(Number(later.searchParams.get('stamp')) + 1));
  const forged = [
    older(other.href, fields),
    older(later.href, fields),
    older(`${PUBLIC_CALLBACK}/plivo`, fields),
    older(url, fields, 'AAAA'),
    { ...older(url, fields), headers: new Headers() },
  ];
  for (const callback of forged) {
    await expect(carrier.parseCallback(callback)).rejects.toMatchObject(refused);
  }
});

test.each([
  [400, 'dst is not a valid phone number', 'never', 'This number does not exist or cannot receive messages'],
  [400, 'src parameter is invalid', 'other-carrier', 'This sender ID is not allowed for this destination'],
  [400, 'text parameter is too long', 'never', 'The message is too long'],
  [402, 'not enough credit', 'other-carrier', 'The carrier did not take the message'],
  [429, 'too many requests', 'later', 'The carrier is busy'],
] as const)('HTTP %i, %s, means %s: %s', async (status, error, retry, customerWords) => {
  // Its description lists 402 no more than other 4xx.
  expect(await answeredWith({ status, body: { error } })).toMatchObject({ kind: 'refused', retry, customerWords });
});

test.each([
  ['30', 'undelivered', 'The message was refused because of its content'],
  ['80', 'undelivered', 'The phone was switched off or out of reach'],
  ['200', 'undelivered', 'The recipient has asked not to receive messages'],
  ['420', 'undelivered', 'The message could not be delivered in time'],
  ['40', 'failed', 'This sender ID is not allowed for this destination'],
  ['1000', 'failed', 'The message could not be delivered'],
] as const)('a report with error %s of one that is %s says: %s', async (code, status, customerWords) => {
  const report = signedByPlivo(await reportsTo(), { MessageUUID: 'm1', Status: status, ErrorCode: code });
  const outcome = status === 'failed' ? 'refused' : 'undelivered';
  expect((await carrier.parseCallback(report)).news).toMatchObject([{ outcome, code, customerWords }]);
});
