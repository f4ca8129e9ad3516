import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readActive } from '../../src/carriers/registry.ts';
import { forward, menu, onlyReceived, plan, received, voicemail } from '../api/voice/incoming.ts';
import { bought } from '../api/numbers/numbers.ts';
import { balanceOf, funded, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { quickSandboxes } from '../kit/carriers.ts';
import { expectProblem } from '../kit/problems.ts';
import { reportFaults } from './descriptions.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { json, pathOf, PUBLIC_URL, type Sent } from './voice-dialect.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';

/** Calls to our numbers, as each carrier announces them by its published webhooks. */

const CALLER = '+447911000001';
const OFFICE = '+442079460000';

interface Carried {
  counterpart: VoiceCounterpart;
  app: TestApp;
}
const open = new Map<string, Carried>();

beforeAll(async () => {
  const opened = [twilio, telnyx, vonage].map(async (dialect) => {
    const counterpart = new VoiceCounterpart(dialect);
    const app = await counterpart.startApp(quickSandboxes());
    // The simulated carrier sells the numbers.
    await readActive(app.deps);
    await app.deps.sql`update provider_state set active = 'sandbox'`;
    open.set(dialect.name, { counterpart, app });
  });
  await Promise.all(opened);
});
afterEach(() => {
  for (const { counterpart } of open.values()) expect(counterpart.faults).toEqual([]);
});
afterAll(async () => {
  for (const { counterpart, app } of open.values()) {
    await expectSoundBooks(app);
    await app.stop();
    await counterpart.stop();
  }
});

interface Owner extends Carried {
  person: TestActor;
  to: string;
  /** Where calls are announced. */
  address: string;
}

/** Somebody with a number of this carrier, and £12 left. */
async function owner(name: string, steps: Parameters<typeof plan>[2] | null): Promise<Owner> {
  const carried = open.get(name);
  if (!carried) throw new Error(`no ${name}`);
  const { app } = carried;
  const person = await funded(app, '61.00');
  const { id, number: to } = await bought(person);
  await app.deps.sql`
    update did_numbers set status = 'active', provider = ${name}, provider_number_id = 'PN1' where id = ${id}`;
  if (steps) await plan(person, id, steps);
  return { ...carried, person, to, address: `${PUBLIC_URL}/api/callbacks/${name}/calls` };
}

const STEPS = [forward(OFFICE, 20), voicemail];

async function textOf(app: TestApp, sent: Sent): Promise<string> {
  const answer = await post(app, sent);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('twilio', () => {
  const announced = ({ to, address }: Owner, sid: string, more: Record<string, string> = {}): Sent =>
    twilioRequest(address, {
      ...{ CallSid: sid, AccountSid: 'AC0123456789abcdef0123456789abcdef', From: CALLER, To: to },
      ...{ CallStatus: 'ringing', Direction: 'inbound', ...more },
    });
  const addressIn = (document: string, attribute: string): string =>
    (new RegExp(`${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

  async function documentOf(app: TestApp, sent: Sent): Promise<string> {
    const document = await textOf(app, sent);
    expect(twimlFaults(document)).toEqual([]);
    return document;
  }

  test('rings the number that a call is forwarded to, and takes a message where nobody answers', async () => {
    const at = await owner('twilio', STEPS);
    const connect = await documentOf(at.app, announced(at, 'CA10'));
    expect(connect).toContain(
      `<Dial callerId="${CALLER}" answerOnBridge="true" timeout="20" timeLimit="3600"`,
    );
    expect(connect).toContain(`>${OFFICE}</Number>`);
    expect(await balanceOf(at.person)).toBe('6.00');
    expect(await documentOf(at.app, announced(at, 'CA10')), 'asked again').toBe(connect);
    const unconnected = addressIn(connect, 'action');
    const unanswered = twilioRequest(unconnected, {
      ...{ CallSid: 'CA10', DialCallSid: 'CA11', DialCallStatus: 'no-answer' },
    });
    const message = await documentOf(at.app, unanswered);
    expect(message).toContain('<Say>We are out. Leave a message.</Say><Record maxLength="180"');
    expect(await documentOf(at.app, unanswered), 'a copy leaves no step out').toBe(message);
    expect(await balanceOf(at.person), 'nobody answered').toBe('12.00');
    const recorded = twilioRequest(addressIn(message, 'recordingStatusCallback'), {
      ...{ CallSid: 'CA10', RecordingSid: 'RE1', RecordingStatus: 'completed', RecordingDuration: '7' },
    });
    expect((await post(at.app, recorded)).status).toBe(204);
    await textOf(at.app, announced(at, 'CA10', { CallStatus: 'completed', CallDuration: '30' }));
    expect(await onlyReceived(at.person)).toMatchObject({
      ...{ from: CALLER, to: at.to, outcome: 'voicemail', cost: '0.0000', duration: 30 },
      recordings: [{ duration: 7 }],
    });
  });

  test('leads on from a menu, and charges a forwarded call by its leg', async () => {
    const at = await owner('twilio', [menu, forward(OFFICE)]);
    const question = await documentOf(at.app, announced(at, 'CA20'));
    expect(question).toContain('<Say>Welcome. Press 1 to be connected. Press 2 to leave a message.</Say>');
    expect(await balanceOf(at.person), 'nothing is set aside before it is wanted').toBe('12.00');
    const digit = (Digits: string) =>
      documentOf(at.app, twilioRequest(addressIn(question, 'action'), { CallSid: 'CA20', Digits }));
    expect(await digit('7')).toBe(question);
    const connect = await digit('1');
    expect(connect).toContain('<Dial');
    expect(await digit('2'), 'a late key of the menu that was left').toBe(connect);
    const ended = await documentOf(
      at.app,
      twilioRequest(addressIn(connect, 'action'), {
        ...{ CallSid: 'CA20', DialCallSid: 'CA21', DialCallStatus: 'completed', DialCallDuration: '61' },
      }),
    );
    expect(ended).toContain('<Hangup/>');
    await textOf(at.app, announced(at, 'CA20', { CallStatus: 'completed', CallDuration: '70' }));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'answered', cost: '0.2000' });
    expect(await balanceOf(at.person)).toBe('11.80');
  });

  test('refuses a call to a number without a plan before it is answered', async () => {
    const at = await owner('twilio', null);
    expect(await documentOf(at.app, announced(at, 'CA30'))).toContain('<Response><Reject reason="busy"/>');
  });

  test('a forged announcement is refused, and a step in an address cannot be changed', async () => {
    const at = await owner('twilio', STEPS);
    const genuine = announced(at, 'CA40');
    await expectProblem(
      await post(at.app, { ...genuine, body: genuine.body.replace('CA40', 'CA41') }),
      'bad_signature',
    );
    expect(await received(at.person)).toEqual([]);
    const connect = await documentOf(at.app, genuine);
    const other = addressIn(connect, 'action').replace('step=0', 'step=1');
    expect(other).toContain('step=1');
    await expectProblem(await post(at.app, twilioRequest(other, { CallSid: 'CA40' })), 'bad_signature');
  });
});

describe('telnyx', () => {
  type Command = [name: string, body: Record<string, unknown>];

  /** Sends an event, and gives the commands that follow it. */
  async function after({ app, counterpart, address }: Owner, event: ReturnType<typeof telnyxEvent>) {
    const before = counterpart.seen.length;
    expect((await post(app, telnyxRequest(address, event, app.clock.now()))).status).toBe(200);
    return counterpart.seen
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map((asked): Command => [pathOf(asked).split('/').at(-1) ?? '', json(asked)]);
  }
  const event = ({ app }: Owner, type: string, payload: Record<string, string>) =>
    telnyxEvent(type, app.clock.now(), payload);
  const rings = (at: Owner, id: string) =>
    event(at, 'call.initiated', {
      call_control_id: id,
      direction: 'incoming',
      from: CALLER,
      to: at.to,
      state: 'parked',
    });
  const only = ([command, ...others]: Command[]): Command => {
    expect(others).toEqual([]);
    return command ?? ['nothing', {}];
  };

  test('is answered, transferred, and takes a message where nobody answers', async () => {
    const at = await owner('telnyx', STEPS);
    const id = 'v3:in-1';
    const [name, answer] = only(await after(at, rings(at, id)));
    expect(name).toBe('answer');
    const state = { call_control_id: id, client_state: String(answer.client_state) };
    const transfer = only(await after(at, event(at, 'call.answered', state)));
    expect(transfer).toMatchObject(['transfer', { to: OFFICE, from: at.to, timeout_secs: 20 }]);
    expect((await onlyReceived(at.person)).legs).toMatchObject([{ status: 'dialing', cost: '6.0000' }]);
    const leg = { call_control_id: 'v3:leg-1', client_state: String(transfer[1].target_leg_client_state) };
    const unanswered = event(at, 'call.hangup', { ...leg, hangup_cause: 'no_answer' });
    const speak = only(await after(at, unanswered));
    expect(speak).toMatchObject(['speak', { payload: 'We are out. Leave a message.' }]);
    expect(await balanceOf(at.person)).toBe('12.00');
    const said = { call_control_id: id, client_state: String(speak[1].client_state), status: 'completed' };
    expect(only(await after(at, event(at, 'call.speak.ended', said)))[0]).toBe('record_start');
    await after(at, event(at, 'call.hangup', { ...state, hangup_cause: 'normal_clearing' }));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  });

  test('refuses a call without a plan; its end, which says nothing of ours, is known by its own id', async () => {
    const at = await owner('telnyx', null);
    expect(only(await after(at, rings(at, 'v3:in-2')))).toMatchObject(['reject', { cause: 'USER_BUSY' }]);
    const ended = { call_control_id: 'v3:in-2', hangup_cause: 'call_rejected' };
    expect(await after(at, event(at, 'call.hangup', ended))).toEqual([]);
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', legs: [] });
  });
});

describe('vonage', () => {
  interface Step {
    action: string;
    eventUrl?: string[];
  }
  const told = (at: Owner, address: string, webhook: object): Sent =>
    vonageRequest(address, at.app.clock.now(), webhook);
  const rings = (at: Owner, uuid: string) =>
    told(at, at.address, {
      ...{ from: CALLER.slice(1), to: at.to.slice(1), uuid, conversation_uuid: `CON-${uuid}` },
      region_url: 'https://api-eu-1.nexmo.com',
    });
  async function objectOf(app: TestApp, sent: Sent): Promise<Step[]> {
    const object = JSON.parse(await textOf(app, sent));
    expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
    return object;
  }

  test('connects to the number that a call is forwarded to, from the number that was called', async () => {
    const at = await owner('vonage', STEPS);
    const uuid = crypto.randomUUID();
    const connect = await objectOf(at.app, rings(at, uuid));
    expect(connect).toMatchObject([
      { action: 'connect', from: at.to.slice(1), timeout: 20, endpoint: [{ number: OFFICE.slice(1) }] },
    ]);
    const leg = { uuid: crypto.randomUUID(), status: 'timeout' };
    const message = await objectOf(at.app, told(at, connect[0]?.eventUrl?.[0] ?? '', leg));
    expect(message.map(({ action }) => action)).toEqual(['talk', 'record']);
    const ended = { uuid, status: 'completed', direction: 'inbound', duration: '9', to: at.to.slice(1) };
    await textOf(at.app, told(at, at.address, ended));
    expect(await onlyReceived(at.person)).toMatchObject({ from: CALLER, outcome: 'missed', cost: '0.0000' });
    expect(await balanceOf(at.person)).toBe('12.00');
    const forged = { ...rings(at, uuid), body: '{}' };
    await expectProblem(await post(at.app, forged), 'bad_signature');
  });

  test('ends a call to a number without a plan', async () => {
    const at = await owner('vonage', null);
    expect(await textOf(at.app, rings(at, crypto.randomUUID()))).toBe('[]');
  });
});
