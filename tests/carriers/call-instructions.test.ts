import { z } from 'zod';
import type { BodyInputOf } from '../../src/platform/kit/endpoint.ts';
import { LANGUAGES } from '../../db/enums.ts';
import { VOICES } from '../../src/carriers/adapters/voices.ts';
import { SPEECH } from '../../src/carriers/speech.ts';
import type { placeCall, VoiceCall } from '../../src/services/voice/contract.ts';
import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { order, readCall } from '../api/voice/calls.ts';
import { funded, parseAs, type TestActor, type TestApp, there, firstOf } from '../kit/index.ts';
import type { Json } from './description-file.ts';
import { reportFaults, type SeenRequest } from './descriptions.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { json, pathOf, PUBLIC_URL, RECORDED, type Sent, type VoiceDialect } from './voice-dialect.ts';
import { VOICE_DIALECTS } from './voice-dialects.ts';
import { plivo, plivoRequest } from './voice-plivo.ts';
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
  fields: { ivrEnabled?: boolean; pbxFeatures?: Features; recorded?: boolean },
): Promise<Carried & { call: VoiceCall; id: string; request: SeenRequest }> {
  const carried = there(carriers.get(dialect.name), `no ${dialect.name}`);
  const { app, person, counterpart } = carried;
  const call = await order(person, { callerId: '+44 7911 123456', ...fields });
  await lookAfterCalls(app.deps);
  return { ...carried, call, id: counterpart.newest, request: counterpart.placed };
}

const addressIn = (document: string, attribute: string): string =>
  (new RegExp(`${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

async function objectFrom(answer: Response): Promise<{ action: string; eventUrl?: string[] }[]> {
  const object = await answer.json();
  expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
  return object;
}

/** A carrier that asks for a document in its markup at each step of a call. */
interface Asking {
  dialect: VoiceDialect;
  faultsOf: (document: string) => string[];
  /** Where the request that placed the call says that it asks. */
  asksAt: (placed: SeenRequest) => string;
  request: (address: string, fields: Record<string, string>) => Sent;
  callOf: (id: string) => Record<string, string>;
  status: string;
  recordsAt: string;
  gathers: string;
  connects: readonly string[];
  staysOpen: string;
}
const ASKING: [Asking, Asking] = [
  {
    dialect: twilio,
    faultsOf: twimlFaults,
    asksAt: ({ body }) => new URLSearchParams(body).get('Url') ?? '',
    request: twilioRequest,
    callOf: () => ({ CallSid: 'CA1', CallStatus: 'in-progress' }),
    status: 'DialCallStatus',
    recordsAt: 'recordingStatusCallback',
    gathers: '<Gather input="dtmf" numDigits="1"',
    connects: ['<Dial callerId="+447911123456"', '>+442079460000</Number>'],
    staysOpen: '<Say>Hello. You have a call.</Say><Pause length="3600"/>',
  },
  {
    dialect: plivo,
    faultsOf: plivoMarkupFaults,
    asksAt: (placed) => String(json(placed).answer_url),
    request: plivoRequest,
    callOf: (id) => ({ CallUUID: id, RequestUUID: id }),
    status: 'DialStatus',
    recordsAt: 'callbackUrl',
    gathers: '<GetInput inputType="dtmf" numDigits="1"',
    connects: ['<Dial callerId="447911123456"', '<Number>442079460000</Number>'],
    staysOpen: '<Speak>Hello. You have a call.</Speak><Wait length="3600"/></Response>',
  },
];

/** A call of a carrier that asks, and the document that it is given at an address. */
async function asking({ dialect, ...carrier }: Asking, fields: Parameters<typeof place>[1]) {
  const placed = await place(dialect, fields);
  const ask = async (address: string, more: Record<string, string> = {}): Promise<string> => {
    const sent = carrier.request(address, { ...carrier.callOf(placed.id), ...more });
    const answer = await post(placed.app, sent);
    expect(answer.headers.get('content-type')).toStartWith('text/xml');
    const document = await answer.text();
    expect(carrier.faultsOf(document)).toEqual([]);
    return document;
  };
  return { ...placed, url: carrier.asksAt(placed.request), ask };
}

describe.each(ASKING)('$dialect.name', (carrier) => {
  test('asks at an address that we sign, and is led on from there', async () => {
    const { url, ask, person, call } = await asking(carrier, {
      ivrEnabled: true,
      pbxFeatures: { callForwarding: '+442079460000', voicemail: true },
    });
    const menu = await ask(url);
    if (carrier.dialect === plivo) expect((await readCall(person, call.id)).status).toBe('in-progress');
    expect(menu).toContain(carrier.gathers);
    const connect = await ask(addressIn(menu, 'action'), { Digits: '1' });
    for (const part of carrier.connects) expect(connect).toContain(part);
    const unconnected = addressIn(connect, 'action');
    const message = await ask(unconnected, { [carrier.status]: 'no-answer' });
    expect(message).toContain('<Record maxLength="180"');
    const reports = addressIn(message, carrier.recordsAt);
    expect(reports).toStartWith(`${PUBLIC_URL}/api/callbacks/${carrier.dialect.name}/voice?`);
    expect(await ask(unconnected, { [carrier.status]: 'completed' })).toContain('<Hangup/>');
  });

  test('keeps a line open to its limit', async () => {
    const { url, ask } = await asking(carrier, {});
    expect(await ask(url)).toContain(carrier.staysOpen);
  });

  test('is told nothing at an address that is not ours, nor without its own signature', async () => {
    const { app, url, call, id, person } = await asking(carrier, {});
    const about = carrier.callOf(id);
    const statusOf = async (sent: Sent): Promise<number> => (await post(app, sent)).status;
    expect(await statusOf(carrier.request(url.replace('moment=answered', 'moment=done'), about))).toBe(403);
    const genuine = carrier.request(url, about);
    expect(await statusOf({ ...genuine, headers: { 'content-type': 'text/plain' } })).toBe(403);
    expect(await statusOf({ ...genuine, body: `${genuine.body}&a=1` })).toBe(403);
    expect((await readCall(person, call.id)).status).not.toBe('in-progress');
    expect(await statusOf(carrier.request(url.replace(call.id, Bun.randomUUIDv7()), about))).toBe(404);
  });
});

test('Twilio joins a conference, whose room is the account’s', async () => {
  const { url, ask, person } = await asking(ASKING[0], { pbxFeatures: { conferenceCall: true } });
  expect(await ask(url)).toContain(`<Conference maxParticipants="20">topline-${person.id}</Conference>`);
});

test('Twilio reads in the language of who placed the call', async () => {
  const { app, person } = await place(twilio, {});
  await app.deps.sql`update users set language = 'ar' where id = ${person.id}`;
  const { url, ask } = await asking(ASKING[0], {});
  await app.deps.sql`update users set language = null where id = ${person.id}`;
  expect(await ask(url)).toContain(`<Say voice="Polly.Zeina" language="arb">${SPEECH.ar.greeting}</Say>`);
});

test('Plivo records the whole call where that was ordered', async () => {
  const { url, ask } = await asking(ASKING[1], { recorded: true });
  expect(await ask(url)).toContain('<Record recordSession="true" redirect="false" maxLength="3600"');
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
    const first = firstOf(await commandsAfter(at, answered(at)), 'no menu is read');
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
