import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import type { BodyInputOf } from '../../src/platform/kit/endpoint.ts';
import { LANGUAGES } from '../../db/enums.ts';
import { VOICES } from '../../src/carriers/adapters/voices.ts';
import { SPEECH } from '../../src/carriers/speech.ts';
import type { placeCall, VoiceCall } from '../../src/services/voice/contract.ts';
import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { order, readCall } from '../api/voice/calls.ts';
import { funded, parseAs, type TestActor, type TestApp } from '../kit/index.ts';
import type { Json } from './description-file.ts';
import { reportFaults, type SeenRequest } from './descriptions.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { json, pathOf, PUBLIC_URL, RECORDED, type VoiceDialect } from './voice-dialect.ts';
import { VOICE_DIALECTS } from './voice-dialects.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';

interface Carried {
  counterpart: VoiceCounterpart;
  app: TestApp;
  person: TestActor;
}
const carriers = new Map<string, Carried>();

const opened = VOICE_DIALECTS.map(async (dialect) => {
  const counterpart = new VoiceCounterpart(dialect);
  const app = await counterpart.startApp();
  const person = await funded(app, '100.00');
  carriers.set(dialect.name, { counterpart, app, person });
});
await Promise.all(opened);
afterEach(() => {
  for (const { counterpart } of carriers.values()) expect(counterpart.faults).toEqual([]);
});
afterAll(async () => {
  for (const { counterpart, app } of carriers.values()) {
    await app.stop();
    await counterpart.stop();
  }
});

type Features = BodyInputOf<typeof placeCall>['pbxFeatures'];

async function place(
  dialect: VoiceDialect,
  fields: { ivrEnabled?: boolean; pbxFeatures?: Features },
): Promise<Carried & { call: VoiceCall; id: string; request: SeenRequest }> {
  const carried = carriers.get(dialect.name);
  if (!carried) throw new Error(`no ${dialect.name}`);
  const { app, person, counterpart } = carried;
  const call = await order(person, { callerId: '+44 7911 123456', ...fields });
  await lookAfterCalls(app.deps);
  return { ...carried, call, id: counterpart.newest, request: counterpart.placed };
}

const addressIn = (document: string, attribute: string): string =>
  (new RegExp(`${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

/** The document that a carrier is given, which must be one by its own description. */
async function documentFrom(answer: Response): Promise<string> {
  const document = await answer.text();
  expect(twimlFaults(document)).toEqual([]);
  return document;
}

async function objectFrom(answer: Response): Promise<{ action: string; eventUrl?: string[] }[]> {
  const object = await answer.json();
  expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
  return object;
}

describe('twilio', () => {
  test('asks at an address that we sign, and is led on from there', async () => {
    const { app, request } = await place(twilio, {
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const answered = await post(app, twilioRequest(url, { CallSid: 'CA1', CallStatus: 'in-progress' }));
    expect(answered.headers.get('content-type')).toStartWith('text/xml');
    const menu = await documentFrom(answered);
    expect(menu).toContain('<Gather input="dtmf" numDigits="1"');
    const digit = addressIn(menu, 'action');
    const connect = await documentFrom(await post(app, twilioRequest(digit, { CallSid: 'CA1', Digits: '1' })));
    expect(connect).toContain('<Dial callerId="+447911123456"');
    expect(connect).toContain('>+442079460000</Number>');
    const unconnected = addressIn(connect, 'action');
    const dialed = (status: string) =>
      post(app, twilioRequest(unconnected, { CallSid: 'CA1', DialCallStatus: status }));
    const message = await documentFrom(await dialed('no-answer'));
    expect(message).toContain('<Record maxLength="180"');
    expect(addressIn(message, 'recordingStatusCallback')).toStartWith(`${PUBLIC_URL}/api/callbacks/twilio/voice?`);
    expect(await documentFrom(await dialed('completed'))).toContain('<Hangup/>');
  });

  test('joins a conference, whose room is the account’s', async () => {
    const { app, request, person } = await place(twilio, { pbxFeatures: { conferenceCall: true } });
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const document = await documentFrom(await post(app, twilioRequest(url, { CallSid: 'CA1' })));
    expect(document).toContain(`<Conference maxParticipants="20">topline-${person.id}</Conference>`);
  });

  test('keeps a line open to its limit', async () => {
    const { app, request } = await place(twilio, {});
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const document = await documentFrom(await post(app, twilioRequest(url, { CallSid: 'CA1' })));
    expect(document).toContain('<Say>Hello. You have a call.</Say><Pause length="3600"/>');
  });

  test('reads in the language of who placed the call', async () => {
    const { app, person } = await place(twilio, {});
    await app.deps.sql`update users set language = 'ar' where id = ${person.id}`;
    const { request } = await place(twilio, {});
    await app.deps.sql`update users set language = null where id = ${person.id}`;
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const document = await documentFrom(await post(app, twilioRequest(url, { CallSid: 'CA1' })));
    expect(document).toContain(`<Say voice="Polly.Zeina" language="arb">${SPEECH.ar.greeting}</Say>`);
  });

  test('is told nothing at an address that is not ours, nor without its own signature', async () => {
    const { app, request, call } = await place(twilio, {});
    const url = new URLSearchParams(request.body).get('Url') ?? '';
    const other = url.replace('moment=answered', 'moment=done');
    expect((await post(app, twilioRequest(other, { CallSid: 'CA1' }))).status).toBe(403);
    const genuine = twilioRequest(url, { CallSid: 'CA1' });
    expect((await post(app, { ...genuine, headers: { 'content-type': 'text/plain' } })).status).toBe(403);
    const nobody = url.replace(call.id, Bun.randomUUIDv7());
    expect((await post(app, twilioRequest(nobody, { CallSid: 'CA1' }))).status).toBe(404);
  });
});

describe('vonage', () => {
  test('gets its object with the call, and asks on after a key and a number that does not answer', async () => {
    const { app, request } = await place(vonage, {
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const { ncco } = parseAs(
      request.body,
      z.object({ ncco: z.object({ action: z.string(), eventUrl: z.string().array().optional() }).array() }),
    );
    expect(ncco.map(({ action }) => action)).toEqual(['talk', 'input']);
    const ask = (address: string | undefined, event: object) =>
      post(app, vonageRequest(address ?? '', app.clock.now(), event));
    const connect = await objectFrom(await ask(ncco[1]?.eventUrl?.[0], { dtmf: { digits: '1' } }));
    expect(connect).toMatchObject([
      { action: 'connect', from: '447911123456', endpoint: [{ type: 'phone', number: '442079460000' }] },
    ]);
    const after = connect[0]?.eventUrl?.[0];
    expect(await (await ask(after, { status: 'answered' })).text()).toBe('');
    const message = await objectFrom(await ask(after, { status: 'timeout' }));
    expect(message.map(({ action }) => action)).toEqual(['talk', 'record']);
  });

  test('keeps a line open in a room of its own, and joins the account’s for a conference', async () => {
    const open = await place(vonage, {});
    expect(JSON.parse(open.request.body)).toMatchObject({
      ncco: [{ action: 'talk' }, { action: 'conversation', name: open.call.id }],
    });
    const joined = await place(vonage, { pbxFeatures: { conferenceCall: true } });
    expect(JSON.parse(joined.request.body)).toMatchObject({
      ncco: [{ action: 'conversation', name: `topline-${joined.person.id}` }],
    });
  });
});

describe('telnyx', () => {
  type Placed = Awaited<ReturnType<typeof place>>;
  type Command = [name: string, body: Record<string, unknown>];

  async function commandsAfter({ app, counterpart, request }: Placed, event: Json): Promise<Command[]> {
    const before = counterpart.seen.length;
    const sent = telnyxRequest(telnyx.reportsTo(request), event, app.clock.now());
    expect((await post(app, sent)).status).toBe(204);
    return counterpart.seen
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map((asked) => [pathOf(asked).split('/').at(-1) ?? '', json(asked)]);
  }

  const answered = ({ id, request, app }: Placed): Json =>
    telnyxEvent('call.answered', app.clock.now(), {
      ...{ call_control_id: id, client_state: String(json(request).client_state) },
    });
  /** An event about what a command has brought about. */
  const following = (
    { id, app }: Placed,
    [, { client_state: state }]: Command,
    type: string,
    payload: { [name: string]: string },
  ): Json =>
    telnyxEvent(type, app.clock.now(), {
      ...(type === 'call.recording.saved' ? { call_leg_id: `leg-of-${id}` } : { call_control_id: id }),
      ...{ client_state: String(state), ...payload },
    });
  const spoken = (at: Placed, command: Command, status = 'completed'): Json =>
    following(at, command, 'call.speak.ended', { status });
  const only = ([command, ...others]: Command[]): Command => {
    expect(others).toEqual([]);
    return command ?? ['nothing', {}];
  };

  test('takes a message after what it says has been said, and says goodbye after that', async () => {
    const at = await place(telnyx, { pbxFeatures: { voicemail: true } });
    const prompt = only(await commandsAfter(at, answered(at)));
    expect(prompt).toMatchObject(['speak', { payload: 'Please leave a message after the tone.' }]);
    const record = only(await commandsAfter(at, spoken(at, prompt)));
    expect(record).toMatchObject(['record_start', { play_beep: true, max_length: 180 }]);
    const saved = following(at, record, 'call.recording.saved', {
      ...{ recording_started_at: RECORDED.from, recording_ended_at: RECORDED.to },
    });
    const goodbye = only(await commandsAfter(at, saved));
    expect(goodbye).toMatchObject(['speak', { payload: 'Thank you. Goodbye.' }]);
    expect(only(await commandsAfter(at, spoken(at, goodbye)))).toMatchObject(['hangup', {}]);
    const { recordings } = await readCall(at.person, at.call.id);
    expect(recordings).toMatchObject([{ status: 'processing', duration: RECORDED.seconds }]);
  });

  test('reads a code in each language by a voice of it', async () => {
    for (const language of LANGUAGES) {
      const at = await place(telnyx, {});
      await at.app.deps.sql`
        update voice_calls set says = '1, 2', says_in = ${language} where id = ${at.call.id}`;
      const { name, language: code } = VOICES[language];
      expect(only(await commandsAfter(at, answered(at)))).toMatchObject([
        'speak',
        { payload: '1, 2', voice: `AWS.Polly.${name}`, language: code },
      ]);
    }
  });

  test('records nothing where whoever was called hangs up during the prompt', async () => {
    const at = await place(telnyx, { pbxFeatures: { voicemail: true } });
    const prompt = only(await commandsAfter(at, answered(at)));
    expect(await commandsAfter(at, spoken(at, prompt, 'call_hangup'))).toEqual([]);
  });

  test('is told the same under the same id where an event comes twice, and anew where it happens again', async () => {
    const at = await place(telnyx, { ivrEnabled: true });
    const [first] = await commandsAfter(at, answered(at));
    if (!first) throw new Error('no menu is read');
    const pressed = () => following(at, first, 'call.gather.ended', { digits: '1', status: 'valid' });
    const event = pressed();
    const ids = [];
    for (const each of [event, event, pressed()]) {
      // Sent again, it gets a new signature.
      at.app.clock.advance(1000);
      ids.push(only(await commandsAfter(at, each))[1].command_id);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(ids).not.toContain(first[1].command_id);
  });

  test('takes a message where the number that it forwards to does not answer', async () => {
    const at = await place(telnyx, { pbxFeatures: { callForwarding: '+442079460000', voicemail: true } });
    const transfer = only(await commandsAfter(at, answered(at)));
    expect(transfer).toMatchObject(['transfer', { to: '+442079460000', from: '+447911123456' }]);
    const half: Command = ['', { client_state: transfer[1].target_leg_client_state }];
    const unanswered = following(at, half, 'call.hangup', { hangup_cause: 'no_answer' });
    expect(only(await commandsAfter(at, unanswered))).toMatchObject(['speak', { language: 'en-GB' }]);
  });

  test('reads the menu, and opens the conference', async () => {
    const menu = await place(telnyx, { ivrEnabled: true });
    await menu.app.deps.sql`update voice_calls set says_in = 'ar' where id = ${menu.call.id}`;
    const asked = only(await commandsAfter(menu, answered(menu)));
    expect(asked).toMatchObject(['gather_using_speak', { maximum_digits: 1, language: 'arb' }]);
    const conference = await place(telnyx, { pbxFeatures: { conferenceCall: true } });
    expect(only(await commandsAfter(conference, answered(conference)))).toMatchObject([
      ...['conferences', { name: `topline-${conference.person.id}`, max_participants: 20 }],
    ]);
  });
});
