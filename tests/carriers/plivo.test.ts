import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { validateSignature } from 'plivo/dist/utils/security.js';
import { validateV3Signature } from 'plivo/dist/utils/v3Security.js';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { order, readCall } from '../api/voice/calls.ts';
import { funded, type TestActor, type TestApp } from '../kit/index.ts';
import { ACCOUNT, PUBLIC_CALLBACK } from './accounts.ts';
import { plivo, signedByPlivo } from './dialect-plivo.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { answeredWith, carrier, smsBy, simulator, withSimulator } from './with-simulator.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { json } from './voice-dialect.ts';
import { plivo as voicePlivo, plivoRequest } from './voice-plivo.ts';

/** Plivo's own parts: its signatures, held against its npm package, its words for refusals, and its markup. */

const TOKEN = ACCOUNT.plivo.token;
const refused = { reason: 'bad_signature', status: 403 };

describe('messages', () => {
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
});

describe('calls', () => {
  let counterpart: VoiceCounterpart;
  let app: TestApp;
  let person: TestActor;
  beforeAll(async () => {
    counterpart = new VoiceCounterpart(voicePlivo);
    app = await counterpart.startApp();
    person = await funded(app, '100.00');
  });
  afterAll(async () => {
    await app.stop();
    await counterpart.stop();
    expect(counterpart.faults).toEqual([]);
  });

  async function place(fields: Parameters<typeof order>[1]) {
    const call = await order(person, { callerId: '+44 7911 123456', ...fields });
    await lookAfterCalls(app.deps);
    const [id, url] = [counterpart.newest, String(json(counterpart.placed).answer_url)];
    const ask = async (address: string, more: Record<string, string> = {}): Promise<string> => {
      const answer = await post(app, plivoRequest(address, { CallUUID: id, RequestUUID: id, ...more }));
      expect(answer.status).toBe(200);
      const document = await answer.text();
      expect(plivoMarkupFaults(document)).toEqual([]);
      return document;
    };
    return { call, url, ask };
  }
  const action = (document: string): string => (/action="([^"]+)"/.exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

  test('a call asks what to do, which says that it was answered, and is led on from there', async () => {
    const { call, url, ask } = await place({
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const menu = await ask(url);
    expect((await readCall(person, call.id)).status).toBe('in-progress');
    expect(menu).toContain('<GetInput inputType="dtmf" numDigits="1"');
    const connect = await ask(action(menu), { Digits: '1' });
    expect(connect).toContain('<Dial callerId="447911123456"');
    expect(connect).toContain('<Number>442079460000</Number>');
    const message = await ask(action(connect), { DialStatus: 'no-answer' });
    expect(message).toContain('<Record maxLength="180"');
    expect(await ask(action(connect), { DialStatus: 'completed' })).toContain('<Hangup/>');
  });

  test('the whole call is recorded where that was ordered, and a line stays open to its limit', async () => {
    const { url, ask } = await place({ recorded: true });
    const document = await ask(url);
    expect(document).toContain('<Record recordSession="true" redirect="false" maxLength="3600"');
    expect(document).toEndWith('<Speak>Hello. You have a call.</Speak><Wait length="3600"/></Response>');
  });

  test('nobody else is told anything, and the answer of nobody else counts', async () => {
    const { call, url } = await place({});
    const genuine = plivoRequest(url, { CallUUID: 'c', RequestUUID: counterpart.newest });
    const other = plivoRequest(url.replace('moment=answered', 'moment=done'), { CallUUID: 'c' });
    expect((await post(app, other)).status).toBe(403);
    expect((await post(app, { ...genuine, headers: {} })).status).toBe(403);
    expect((await post(app, { ...genuine, body: `${genuine.body}&a=1` })).status).toBe(403);
    expect((await readCall(person, call.id)).status).not.toBe('in-progress');
  });
});
