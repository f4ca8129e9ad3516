import { createHmac } from 'node:crypto';
import { validateSignature } from 'plivo/dist/utils/security.js';
import { validateV3Signature } from 'plivo/dist/utils/v3Security.js';
import { SPEECH } from '../../src/carriers/speech.ts';
import {
  forward,
  lettersOfCalls,
  menu,
  onlyReceived,
  plan,
  received,
  toldOfCalls,
  voicemail,
} from '../api/voice/incoming.ts';
import { uploadSound, wavOf } from '../api/uploads/uploads.ts';
import { balanceOf, expectProblem, type TestApp } from '../kit/index.ts';
import { ACCOUNT } from './accounts.ts';
import { CALLER, OFFICE, openCarriers, owner, type Owner, STEPS, textOf } from './calls-in.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post } from './voice-counterpart.ts';
import { PUBLIC_URL, type Sent } from './voice-dialect.ts';
import { plivo, plivoRequest } from './voice-plivo.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';

openCarriers(twilio, plivo);

type Fields = Record<string, string>;

/** A carrier that asks for a document in its markup at each step of a call. */
interface Asking {
  name: string;
  faultsOf: (document: string) => string[];
  rings: (at: Owner, id: string) => Sent;
  ends: (at: Owner, id: string, seconds: number) => Sent;
  /** At an address that it was given: a key, a leg that nobody answered, a message of 7 seconds. */
  pressed: (address: string, id: string, digit: string) => Sent;
  unanswered: (address: string, id: string) => Sent;
  recorded: (message: string, id: string) => Sent;
  /** A leg of 61 seconds is over. */
  talked: (connect: string, id: string) => Sent[];
  connects: readonly string[];
  asks: RegExp;
  speaks: 'Say' | 'Speak';
  refuses: string;
}

const addressIn = (document: string, attribute = 'action'): string =>
  (new RegExp(` ${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

const byTwilio = ({ to, address }: Owner, sid: string, more: Fields): Sent =>
  twilioRequest(address, {
    ...{ CallSid: sid, AccountSid: 'AC0123456789abcdef0123456789abcdef', From: CALLER, To: to },
    ...{ Direction: 'inbound', ...more },
  });

/** A request of Plivo's, signed as its own package says. */
function signed(address: string, fields: Fields): Sent {
  const sent = plivoRequest(address, fields);
  const { 'x-plivo-signature-v3': signature = '', 'x-plivo-signature-v3-nonce': nonce = '' } = sent.headers;
  expect(validateV3Signature('POST', address, nonce, ACCOUNT.plivo.token, signature, fields)).toBe(true);
  return sent;
}
const byPlivo = ({ to, address }: Owner, id: string, more: Fields = {}): Sent =>
  signed(address, {
    ...{ CallUUID: id, From: CALLER.slice(1), To: to.slice(1), Direction: 'inbound' },
    ...{ CallStatus: 'ringing', Event: 'StartApp', ...more },
  });

const TWILIO: Asking = {
  name: 'twilio',
  faultsOf: twimlFaults,
  rings: (at, id) => byTwilio(at, id, { CallStatus: 'ringing' }),
  ends: (at, id, seconds) => byTwilio(at, id, { CallStatus: 'completed', CallDuration: String(seconds) }),
  pressed: (address, CallSid, Digits) => twilioRequest(address, { CallSid, Digits }),
  unanswered: (address, CallSid) =>
    twilioRequest(address, { CallSid, DialCallSid: 'CA11', DialCallStatus: 'no-answer' }),
  recorded: (message, CallSid) =>
    twilioRequest(addressIn(message, 'recordingStatusCallback'), {
      ...{ CallSid, RecordingSid: 'RE1', RecordingStatus: 'completed', RecordingDuration: '7' },
    }),
  talked: (connect, CallSid) => [
    twilioRequest(addressIn(connect), {
      ...{ CallSid, DialCallSid: 'CA21', DialCallStatus: 'completed', DialCallDuration: '61' },
    }),
  ],
  connects: [`<Dial callerId="${CALLER}" answerOnBridge="true" timeout="20" timeLimit="3600"`, `>${OFFICE}</Number>`],
  asks: /<Gather [^>]*><Play>[^<]+<\/Play><\/Gather>/,
  speaks: 'Say',
  refuses: '<Response><Reject reason="busy"/>',
};

const PLIVO: Asking = {
  name: 'plivo',
  faultsOf: plivoMarkupFaults,
  rings: byPlivo,
  ends: (at, id, seconds) =>
    byPlivo(at, id, {
      ...{ CallStatus: 'completed', Event: 'Hangup', HangupCause: 'NORMAL_CLEARING' },
      ...{ Duration: String(seconds), BillDuration: String(seconds) },
    }),
  pressed: (address, CallUUID, Digits) => signed(address, { CallUUID, Digits }),
  unanswered: (address, CallUUID) => signed(address, { CallUUID, DialStatus: 'no-answer', DialBLegUUID: 'leg-1' }),
  recorded: (message, CallUUID) =>
    signed(addressIn(message, 'callbackUrl'), { CallUUID, RecordingID: 'rec-1', RecordingDuration: '7' }),
  talked: (connect, CallUUID) => {
    const [reports, leg] = [addressIn(connect, 'callbackUrl'), { CallUUID, DialBLegUUID: 'leg-2' }];
    return [
      signed(reports, { ...leg, DialAction: 'answer' }),
      signed(reports, { ...leg, DialAction: 'hangup', DialBLegBillDuration: '61' }),
      signed(addressIn(connect), { ...leg, DialStatus: 'completed' }),
    ];
  },
  connects: [
    `<Dial callerId="${CALLER.slice(1)}" timeout="20" timeLimit="3600"`,
    `<Number>${OFFICE.slice(1)}</Number>`,
  ],
  asks: /<GetInput [^>]*><Play>/,
  speaks: 'Speak',
  refuses: '<Response><Hangup reason="busy"/>',
};

let made = 0;

describe.each([TWILIO, PLIVO])('$name', (by) => {
  const newCall = () => `CA${++made}`;
  async function documentOf(app: TestApp, sent: Sent): Promise<string> {
    const document = await textOf(app, sent);
    expect(by.faultsOf(document)).toEqual([]);
    return document;
  }

  test('rings the number that a call is forwarded to, and takes a message where nobody answers', async () => {
    const [at, id] = [await owner(by.name, STEPS), newCall()];
    const connect = await documentOf(at.app, by.rings(at, id));
    for (const part of by.connects) expect(connect).toContain(part);
    expect(await balanceOf(at.person)).toBe('6.00');
    expect(await documentOf(at.app, by.rings(at, id)), 'asked again').toBe(connect);
    const unanswered = by.unanswered(addressIn(connect), id);
    const message = await documentOf(at.app, unanswered);
    expect(message).toContain(`<${by.speaks}>We are out. Leave a message.</${by.speaks}><Record maxLength="180"`);
    expect(await documentOf(at.app, unanswered), 'a copy leaves no step out').toBe(message);
    expect(await balanceOf(at.person), 'nobody answered').toBe('12.00');
    expect((await post(at.app, by.recorded(message, id))).status).toBe(204);
    await textOf(at.app, by.ends(at, id, 30));
    expect(await onlyReceived(at.person)).toMatchObject({
      ...{ from: CALLER, to: at.to, outcome: 'voicemail', cost: '0.0000', duration: 30 },
      recordings: [{ duration: 7 }],
    });
    const missed = (await toldOfCalls(at.app, at.person)).filter(({ event }) => event === 'call-missed');
    expect(missed, 'nobody spoke with the caller').toMatchObject([{ outcome: 'voicemail' }]);
  });

  test('leads on from a menu, and charges a forwarded call by its leg', async () => {
    const [at, id] = [await owner(by.name, [menu, forward(OFFICE)]), newCall()];
    const question = await documentOf(at.app, by.rings(at, id));
    expect(question).toContain(`>Welcome. Press 1 to be connected. Press 2 to leave a message.</${by.speaks}>`);
    expect(await balanceOf(at.person), 'nothing is set aside before it is wanted').toBe('12.00');
    const press = (digit: string) => documentOf(at.app, by.pressed(addressIn(question), id, digit));
    expect(await press('7')).toBe(question);
    const connect = await press('1');
    expect(connect).toContain('<Dial');
    expect(await press('2'), 'a late key of the menu that was left').toBe(connect);
    const reports = by.talked(connect, id);
    for (const report of reports.slice(0, -1)) await post(at.app, report);
    for (const over of reports.slice(-1)) expect(await documentOf(at.app, over)).toContain('<Hangup/>');
    await textOf(at.app, by.ends(at, id, 70));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'answered', cost: '0.2000' });
    expect(await balanceOf(at.person)).toBe('11.80');
  });

  test('plays recordings from addresses that need no signing in, also to a menu', async () => {
    const [at, id] = [await owner(by.name, STEPS), newCall()];
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [
      { ...menu, recording },
      { ...voicemail, greeting: '', recording },
    ]);
    const question = await documentOf(at.app, by.rings(at, id));
    expect(question).toMatch(by.asks);
    const sound = new URL((/<Play>([^<]+)</.exec(question)?.[1] ?? '').replaceAll('&amp;', '&'));
    expect(sound.origin).toBe(PUBLIC_URL);
    const heard = await at.app.fetch(sound.pathname + sound.search);
    expect(Buffer.from(await heard.arrayBuffer()).equals(wavOf(1))).toBe(true);
    const message = await documentOf(at.app, by.pressed(addressIn(question), id, '2'));
    expect(message).toContain(`<Response><Play>${sound.href.replaceAll('&', '&amp;')}</Play><Record`);
  });

  test('refuses a call to a number without a plan before it is answered', async () => {
    const [at, id] = [await owner(by.name, null), newCall()];
    expect(await documentOf(at.app, by.rings(at, id))).toContain(by.refuses);
    await textOf(at.app, by.ends(at, id, 0));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  });

  test('a forged announcement is refused, and a step in an address cannot be changed', async () => {
    const [at, id] = [await owner(by.name, STEPS), newCall()];
    const genuine = by.rings(at, id);
    const forged = { ...genuine, body: genuine.body.replace(id, newCall()) };
    await expectProblem(await post(at.app, forged), 'bad_signature');
    expect(await received(at.person)).toEqual([]);
    const other = addressIn(await documentOf(at.app, genuine)).replace('step=0', 'step=1');
    expect(other).toContain('step=1');
    await expectProblem(await post(at.app, by.pressed(other, id, '1')), 'bad_signature');
  });

  test('reads the text out where the recording is gone amid the call', async () => {
    const [at, id] = [await owner(by.name, STEPS), newCall()];
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [forward(OFFICE, 20), { ...voicemail, recording }]);
    const connect = await documentOf(at.app, by.rings(at, id));
    await at.app.deps.sql`delete from objects where owner_id = ${at.person.id}`;
    const message = await documentOf(at.app, by.unanswered(addressIn(connect), id));
    expect(message).toContain(`<${by.speaks}>We are out. Leave a message.</${by.speaks}><Record`);
  });
});

test('reads menus in the language of the number’s owner', async () => {
  const at = await owner('twilio', [menu]);
  await at.app.deps.sql`update users set language = 'ar' where id = ${at.person.id}`;
  const { connect, message } = SPEECH.ar;
  expect(await textOf(at.app, TWILIO.rings(at, 'CA95'))).toContain(
    `<Say voice="Polly.Zeina" language="arb">Welcome. ${connect} ${message}</Say>`,
  );
});

test('a message that Twilio tells of after the end has no letter of a missed call beside its own', async () => {
  const at = await owner('twilio', null);
  await plan(at.person, at.id, [voicemail], { mailCalls: true });
  const message = await textOf(at.app, TWILIO.rings(at, 'CA90'));
  const hungUp = { CallSid: 'CA90', Digits: 'hangup', RecordingDuration: '7' };
  await textOf(at.app, twilioRequest(addressIn(message), hungUp));
  await textOf(at.app, TWILIO.ends(at, 'CA90', 30));
  expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed' });
  expect(await lettersOfCalls(at.app, at.person)).toEqual([]);
});

test('Plivo’s older signature, and a call of ours, announce nothing', async () => {
  const at = await owner('plivo', STEPS);
  const genuine = byPlivo(at, 'in-7');
  const older = createHmac('sha256', ACCOUNT.plivo.token).update(`${at.address}42`).digest('base64');
  expect(validateSignature(at.address, '42', older, ACCOUNT.plivo.token)).toBe(true);
  const headers = { 'x-plivo-signature-v2': older, 'x-plivo-signature-v2-nonce': '42' };
  const { 'content-type': form = '' } = genuine.headers;
  const byOlder = { ...genuine, headers: { ...headers, 'content-type': form } };
  await expectProblem(await post(at.app, byOlder), 'bad_signature');
  expect(await textOf(at.app, byPlivo(at, 'out-1', { Direction: 'outbound' }))).toBe('{}');
  expect(await received(at.person)).toEqual([]);
});
