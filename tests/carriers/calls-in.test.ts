import { describe, expect, test } from 'bun:test';
import { SPEECH } from '../../src/carriers/speech.ts';
import {
  forward,
  lettersOfCalls,
  toldOfCalls,
  menu,
  onlyReceived,
  plan,
  received,
  voicemail,
} from '../api/voice/incoming.ts';
import { uploadSound, wavOf } from '../api/uploads/uploads.ts';
import { balanceOf, expectProblem, type TestApp } from '../kit/index.ts';
import { CALLER, OFFICE, owner, type Owner, STEPS, textOf, openCarriers } from './calls-in.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post } from './voice-counterpart.ts';
import { PUBLIC_URL, type Sent } from './voice-dialect.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';

openCarriers(twilio);

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
    expect(connect).toContain(`<Dial callerId="${CALLER}" answerOnBridge="true" timeout="20" timeLimit="3600"`);
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
    const missed = (await toldOfCalls(at.app, at.person)).filter(({ event }) => event === 'call-missed');
    expect(missed, 'nobody spoke with the caller').toMatchObject([{ outcome: 'voicemail' }]);
  });

  test('a message of which it tells after the end has no letter of a missed call beside its own', async () => {
    const at = await owner('twilio', null);
    await plan(at.person, at.id, [voicemail], { mailCalls: true });
    const message = await documentOf(at.app, announced(at, 'CA90'));
    const hungUp = { CallSid: 'CA90', Digits: 'hangup', RecordingDuration: '7' };
    await documentOf(at.app, twilioRequest(addressIn(message, ' action'), hungUp));
    await textOf(at.app, announced(at, 'CA90', { CallStatus: 'completed', CallDuration: '30' }));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed' });
    expect(await lettersOfCalls(at.app, at.person)).toEqual([]);
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

  test('reads menus in the language of the number’s owner', async () => {
    const at = await owner('twilio', [menu]);
    await at.app.deps.sql`update users set language = 'ar' where id = ${at.person.id}`;
    const { connect, message } = SPEECH.ar;
    expect(await documentOf(at.app, announced(at, 'CA95'))).toContain(
      `<Say voice="Polly.Zeina" language="arb">Welcome. ${connect} ${message}</Say>`,
    );
  });

  test('plays recordings from addresses that need no signing in, also to a menu', async () => {
    const at = await owner('twilio', [menu, voicemail]);
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [
      { ...menu, recording },
      { ...voicemail, greeting: '', recording },
    ]);
    const question = await documentOf(at.app, announced(at, 'CA60'));
    expect(question).toMatch(/<Gather [^>]*><Play>[^<]+<\/Play><\/Gather>/);
    const sound = new URL((/<Play>([^<]+)</.exec(question)?.[1] ?? '').replaceAll('&amp;', '&'));
    expect(sound.origin).toBe(PUBLIC_URL);
    const heard = await at.app.fetch(sound.pathname + sound.search);
    expect(Buffer.from(await heard.arrayBuffer()).equals(wavOf(1))).toBe(true);
    const message = await documentOf(
      at.app,
      twilioRequest(addressIn(question, 'action'), { CallSid: 'CA60', Digits: '2' }),
    );
    expect(message).toContain(`<Response><Play>${sound.href.replaceAll('&', '&amp;')}</Play><Record`);
  });

  test('reads the text out where the recording is gone amid the call', async () => {
    const at = await owner('twilio', STEPS);
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [forward(OFFICE, 20), { ...voicemail, recording }]);
    const connect = await documentOf(at.app, announced(at, 'CA70'));
    await at.app.deps.sql`delete from objects where owner_id = ${at.person.id}`;
    const unanswered = { CallSid: 'CA70', DialCallSid: 'CA71', DialCallStatus: 'no-answer' };
    expect(await documentOf(at.app, twilioRequest(addressIn(connect, 'action'), unanswered))).toContain(
      '<Say>We are out. Leave a message.</Say><Record',
    );
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
