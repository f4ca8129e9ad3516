import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BodyInputOf } from '../../src/kit/endpoint.ts';
import { callFlow, type CallPlan } from '../../src/providers/call-flow.ts';
import type { placeCall } from '../../src/voice/contract.ts';
import { lookAfterCalls } from '../../src/voice/background.ts';
import { order } from '../api/voice/calls.ts';
import { credit, signUp, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { carriersAt } from './accounts.ts';
import {
  PUBLIC_URL,
  type Seen,
  type Sent,
  twilioRequest,
  VOICE_DIALECTS,
  type VoiceDialect,
  vonageRequest,
} from './voice-dialects.ts';

/** Recording, menu, forwarding, voicemail and conference, as each carrier is told of them. */

const plan: CallPlan = {
  ...{ reference: 'r', callerId: '+441', destination: '+442', timeLimit: 60, record: false },
  ...{ ivr: false, forwardTo: null, voicemail: false, conferenceRoom: null },
};
const forwarded = { ...plan, forwardTo: '+443' };
const kinds = (given: CallPlan, moment: Parameters<typeof callFlow>[1]) =>
  callFlow(given, moment).map(({ kind }) => kind);

describe('callFlow', () => {
  test('without options the line is open', () => {
    expect(kinds(plan, { kind: 'answered' })).toEqual(['say', 'hold']);
  });

  test('forwarding falls back to voicemail, where there is one', () => {
    expect(kinds(forwarded, { kind: 'answered' })).toEqual(['connect']);
    expect(kinds(forwarded, { kind: 'unconnected' })).toEqual(['say', 'hang-up']);
    expect(kinds({ ...forwarded, voicemail: true }, { kind: 'unconnected' })).toEqual(['take-message']);
  });

  test('a menu offers what was ordered, and nothing else', () => {
    const menu = { ...forwarded, ivr: true, voicemail: true };
    expect(callFlow(menu, { kind: 'answered' })).toEqual([
      { kind: 'menu', text: 'Hello. You have a call. Press 1 to be connected. Press 2 to leave a message.' },
    ]);
    expect(kinds(menu, { kind: 'digit', digit: '1' })).toEqual(['connect']);
    expect(kinds(menu, { kind: 'digit', digit: '2' })).toEqual(['take-message']);
    expect(kinds(menu, { kind: 'digit', digit: '3' })).toEqual(['menu']);
    expect(kinds(menu, { kind: 'digit', digit: '' })).toEqual(['say', 'hang-up']);
    expect(kinds({ ...menu, conferenceRoom: 'x' }, { kind: 'digit', digit: '3' })).toEqual(['conference']);
  });
});

const seen: Seen[] = [];
let counterpart: ReturnType<typeof Bun.serve>;
const apps = new Map<string, { app: TestApp; person: TestActor }>();

beforeAll(async () => {
  counterpart = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      seen.push({
        method: request.method,
        path: pathname,
        headers: request.headers,
        body: await request.text(),
      });
      const dialect = VOICE_DIALECTS.find(({ placePath }) => placePath === pathname);
      if (dialect) {
        const { status, body } = dialect.accepted(Bun.randomUUIDv7());
        return Response.json(body, { status });
      }
      return Response.json({
        data: pathname.endsWith('/conferences') && request.method === 'GET' ? [] : { result: 'ok' },
      });
    },
  });
  const url = `http://127.0.0.1:${counterpart.port}`;
  for (const { name, adapter, env } of VOICE_DIALECTS) {
    const app = await startTestApp({
      ...{ background: false, adapters: [adapter] },
      env: { ...carriersAt(url), VONAGE_API_BASE_URL: url, PUBLIC_URL, SANDBOX_CARRIERS: 'off', ...env },
    });
    const person = await signUp(app);
    await credit(app, person, '100.00');
    apps.set(name, { app, person });
  }
});
afterAll(async () => {
  for (const { app } of apps.values()) await app.stop();
  await counterpart.stop(true);
});

type Features = BodyInputOf<typeof placeCall>['pbxFeatures'];

/** Orders a call at a carrier; gives the request that placed it. */
async function place(name: VoiceDialect['name'], fields: { ivrEnabled?: boolean; pbxFeatures?: Features }) {
  const { app, person } = apps.get(name) ?? {};
  const dialect = VOICE_DIALECTS.find((each) => each.name === name);
  if (!app || !person || !dialect) throw new Error(`no ${name}`);
  const call = await order(person, { callerId: '+44 7911 123456', ...fields });
  await lookAfterCalls(app.deps);
  const request = seen.findLast(({ path }) => path === dialect.placePath);
  if (!request) throw new Error('the carrier saw no call');
  const post = ({ path, headers, body }: Sent) => app.fetch(path, { method: 'POST', headers, body });
  return { app, person, call, dialect, request, post };
}

const addressIn = (document: string, attribute: string): string =>
  (new RegExp(`${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

describe('twilio', () => {
  test('asks at an address that we sign, and is led on from there', async () => {
    const { request, post } = await place('twilio', {
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const answered = await post(twilioRequest(url, { CallSid: 'CA1', CallStatus: 'in-progress' }));
    expect(answered.headers.get('content-type')).toStartWith('text/xml');
    const menu = await answered.text();
    expect(menu).toContain('<Gather input="dtmf" numDigits="1"');
    const digit = addressIn(menu, 'action');
    const connect = await (await post(twilioRequest(digit, { CallSid: 'CA1', Digits: '1' }))).text();
    expect(connect).toContain('<Dial callerId="+447911123456"');
    expect(connect).toContain('<Number>+442079460000</Number>');
    const unconnected = addressIn(connect, 'action');
    const dialed = (status: string) =>
      post(twilioRequest(unconnected, { CallSid: 'CA1', DialCallStatus: status }));
    const message = await (await dialed('no-answer')).text();
    expect(message).toContain('<Record maxLength="180"');
    expect(addressIn(message, 'recordingStatusCallback')).toStartWith(
      `${PUBLIC_URL}/api/callbacks/twilio/voice?`,
    );
    expect(await (await dialed('completed')).text()).toContain('<Hangup/>');
  });

  test('joins a conference, whose room is the account’s', async () => {
    const { request, post, person } = await place('twilio', { pbxFeatures: { conferenceCall: true } });
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const document = await (await post(twilioRequest(url, { CallSid: 'CA1' }))).text();
    expect(document).toContain(`<Conference maxParticipants="20">topline-${person.id}</Conference>`);
  });

  test('is told nothing at an address that is not ours, nor without its own signature', async () => {
    const { request, post, call } = await place('twilio', {});
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const other = url.replace('moment=answered', 'moment=done');
    expect((await post(twilioRequest(other, { CallSid: 'CA1' }))).status).toBe(403);
    const genuine = twilioRequest(url, { CallSid: 'CA1' });
    expect((await post({ ...genuine, headers: { 'content-type': 'text/plain' } })).status).toBe(403);
    const nobody = url.replace(call.id, Bun.randomUUIDv7());
    expect((await post(twilioRequest(nobody, { CallSid: 'CA1' }))).status).toBe(404);
  });
});

describe('vonage', () => {
  test('gets its object with the call, and asks on after a key and a number that does not answer', async () => {
    const { app, request, post } = await place('vonage', {
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const { ncco } = JSON.parse(request.body) as { ncco: { action: string; eventUrl?: string[] }[] };
    expect(ncco.map(({ action }) => action)).toEqual(['talk', 'input']);
    const ask = (address: string | undefined, event: object) =>
      post(vonageRequest(address ?? '', app.clock.now(), event));
    const connect = (await (
      await ask(ncco[1]?.eventUrl?.[0], { dtmf: { digits: '1' } })
    ).json()) as typeof ncco;
    expect(connect).toMatchObject([
      { action: 'connect', from: '447911123456', endpoint: [{ type: 'phone', number: '442079460000' }] },
    ]);
    const after = connect[0]?.eventUrl?.[0];
    expect(await (await ask(after, { status: 'answered' })).text()).toBe('');
    const message = (await (await ask(after, { status: 'timeout' })).json()) as typeof ncco;
    expect(message.map(({ action }) => action)).toEqual(['talk', 'record']);
  });

  test('keeps a line open in a room of its own, and joins the account’s for a conference', async () => {
    const open = await place('vonage', {});
    expect(JSON.parse(open.request.body)).toMatchObject({
      ncco: [{ action: 'talk' }, { action: 'conversation', name: open.call.id }],
    });
    const joined = await place('vonage', { pbxFeatures: { conferenceCall: true } });
    expect(JSON.parse(joined.request.body)).toMatchObject({
      ncco: [{ action: 'conversation', name: `topline-${joined.person.id}` }],
    });
  });
});

describe('telnyx', () => {
  /** The commands that it got after an event, with what they say. */
  async function commandsAfter(run: () => Promise<Response>): Promise<[string, Record<string, unknown>][]> {
    const before = seen.length;
    expect((await run()).status).toBe(204);
    return seen
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map(({ path, body }) => [path.split('/').at(-1) ?? '', JSON.parse(body) as Record<string, unknown>]);
  }

  test('is told what to do when it says what happened', async () => {
    const { app, dialect, request, post } = await place('telnyx', {
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const news = (kind: 'answered') => dialect.news('call-x', request, { kind, at: app.clock.now() });
    const [transfer] = await commandsAfter(() => post(news('answered')));
    expect(transfer).toMatchObject(['transfer', { to: '+442079460000', from: '+447911123456' }]);
    const half = {
      ...request,
      body: JSON.stringify({
        ...JSON.parse(request.body),
        client_state: transfer?.[1].target_leg_client_state,
      }),
    };
    const unanswered = dialect.news('call-y', half, { kind: 'no-answer', seconds: 0, at: app.clock.now() });
    expect(await commandsAfter(() => post(unanswered))).toMatchObject([
      ['speak', { payload: 'Please leave a message after the tone.' }],
      ['record_start', { play_beep: true, max_length: 180 }],
    ]);
  });

  test('reads the menu, and opens the conference', async () => {
    const menu = await place('telnyx', { ivrEnabled: true });
    const answered = (at: typeof menu) =>
      at.dialect.news(`call-${at.call.id}`, at.request, { kind: 'answered', at: at.app.clock.now() });
    expect(await commandsAfter(() => menu.post(answered(menu)))).toMatchObject([
      ['gather_using_speak', { maximum_digits: 1 }],
    ]);
    const conference = await place('telnyx', { pbxFeatures: { conferenceCall: true } });
    expect(await commandsAfter(() => conference.post(answered(conference)))).toMatchObject([
      ['conferences', { name: `topline-${conference.person.id}`, max_participants: 20 }],
    ]);
  });
});
