import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'bun:test';
import { validateSignature } from 'plivo/dist/utils/security.js';
import { validateV3Signature } from 'plivo/dist/utils/v3Security.js';
import { forward, menu, onlyReceived, plan, received, voicemail } from '../api/voice/incoming.ts';
import { uploadSound } from '../api/uploads/uploads.ts';
import { balanceOf, expectProblem, type TestApp } from '../kit/index.ts';
import { ACCOUNT } from './accounts.ts';
import { CALLER, OFFICE, openCarriers, owner, type Owner, STEPS, textOf } from './calls-in.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { post } from './voice-counterpart.ts';
import { PUBLIC_URL, type Sent } from './voice-dialect.ts';
import { plivo, plivoRequest } from './voice-plivo.ts';

openCarriers(plivo);

/** A request of Plivo's, signed as its own package says. */
function signed(address: string, fields: Record<string, string>): Sent {
  const sent = plivoRequest(address, fields);
  const { 'x-plivo-signature-v3': signature = '', 'x-plivo-signature-v3-nonce': nonce = '' } = sent.headers;
  expect(validateV3Signature('POST', address, nonce, ACCOUNT.plivo.token, signature, fields)).toBe(true);
  return sent;
}

describe('plivo', () => {
  const told = ({ to, address }: Owner, id: string, more: Record<string, string> = {}): Sent =>
    signed(address, {
      ...{ CallUUID: id, From: CALLER.slice(1), To: to.slice(1), Direction: 'inbound' },
      ...{ CallStatus: 'ringing', Event: 'StartApp', ...more },
    });
  const hungUp = (at: Owner, id: string, seconds: number): Sent =>
    told(at, id, {
      ...{ CallStatus: 'completed', Event: 'Hangup', HangupCause: 'NORMAL_CLEARING' },
      ...{ Duration: String(seconds), BillDuration: '60' },
    });
  const addressIn = (document: string, attribute: string): string =>
    (new RegExp(` ${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

  async function documentOf(app: TestApp, sent: Sent): Promise<string> {
    const document = await textOf(app, sent);
    expect(plivoMarkupFaults(document)).toEqual([]);
    return document;
  }

  test('rings the number that a call is forwarded to, and takes a message where nobody answers', async () => {
    const at = await owner('plivo', STEPS);
    const connect = await documentOf(at.app, told(at, 'in-1'));
    expect(connect).toContain(`<Dial callerId="${CALLER.slice(1)}" timeout="20" timeLimit="3600"`);
    expect(connect).toContain(`<Number>${OFFICE.slice(1)}</Number>`);
    expect(await balanceOf(at.person)).toBe('6.00');
    expect(await documentOf(at.app, told(at, 'in-1')), 'asked again').toBe(connect);
    const unanswered = { CallUUID: 'in-1', DialStatus: 'no-answer', DialBLegUUID: 'leg-1' };
    const message = await documentOf(at.app, signed(addressIn(connect, 'action'), unanswered));
    expect(message).toContain('<Speak>We are out. Leave a message.</Speak><Record maxLength="180"');
    expect(await documentOf(at.app, signed(addressIn(connect, 'action'), unanswered))).toBe(message);
    expect(await balanceOf(at.person), 'nobody answered').toBe('12.00');
    const recorded = { CallUUID: 'in-1', RecordingID: 'rec-1', RecordingDuration: '7' };
    expect((await post(at.app, signed(addressIn(message, 'callbackUrl'), recorded))).status).toBe(204);
    await textOf(at.app, hungUp(at, 'in-1', 30));
    expect(await onlyReceived(at.person)).toMatchObject({
      ...{ from: CALLER, to: at.to, outcome: 'voicemail', cost: '0.0000' },
      recordings: [{ duration: 7 }],
    });
  });

  test('leads on from a menu, and charges a forwarded call by its leg', async () => {
    const at = await owner('plivo', [menu, forward(OFFICE)]);
    const question = await documentOf(at.app, told(at, 'in-2'));
    expect(question).toContain('<Speak>Welcome. Press 1 to be connected. Press 2 to leave a message.</Speak>');
    const digit = (Digits: string) =>
      documentOf(at.app, signed(addressIn(question, 'action'), { CallUUID: 'in-2', Digits }));
    expect(await digit('7')).toBe(question);
    const connect = await digit('1');
    expect(connect).toContain('<Dial');
    const leg = { CallUUID: 'in-2', DialBLegUUID: 'leg-2' };
    const reports = addressIn(connect, 'callbackUrl');
    await post(at.app, signed(reports, { ...leg, DialAction: 'answer' }));
    await post(at.app, signed(reports, { ...leg, DialAction: 'hangup', DialBLegBillDuration: '61' }));
    const over = { ...leg, DialStatus: 'completed' };
    expect(await documentOf(at.app, signed(addressIn(connect, 'action'), over))).toContain('<Hangup/>');
    await textOf(at.app, hungUp(at, 'in-2', 70));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'answered', cost: '0.2000' });
    expect(await balanceOf(at.person)).toBe('11.80');
  });

  test('plays recordings, also to a menu', async () => {
    const at = await owner('plivo', STEPS);
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [
      { ...menu, recording },
      { ...voicemail, recording },
    ]);
    const question = await documentOf(at.app, told(at, 'in-5'));
    const sound = `<Play>${PUBLIC_URL}${recording.replace('objects', 'sounds')}?expires=`;
    expect(question).toMatch(/<GetInput [^>]*><Play>/);
    expect(question).toContain(sound);
    const pressed = { CallUUID: 'in-5', Digits: '2' };
    const message = await documentOf(at.app, signed(addressIn(question, 'action'), pressed));
    expect(message).toContain(`<Response>${sound}`);
  });

  test('refuses a call to a number without a plan before it is answered', async () => {
    const at = await owner('plivo', null);
    expect(await documentOf(at.app, told(at, 'in-6'))).toContain('<Response><Hangup reason="busy"/>');
    await textOf(at.app, hungUp(at, 'in-6', 0));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  });

  test('a forged announcement is refused, and a step in an address cannot be changed', async () => {
    const at = await owner('plivo', STEPS);
    const genuine = told(at, 'in-7');
    await expectProblem(
      await post(at.app, { ...genuine, body: genuine.body.replace('in-7', 'in-8') }),
      'bad_signature',
    );
    const older = createHmac('sha256', ACCOUNT.plivo.token).update(`${at.address}42`).digest('base64');
    expect(validateSignature(at.address, '42', older, ACCOUNT.plivo.token)).toBe(true);
    const headers = { 'x-plivo-signature-v2': older, 'x-plivo-signature-v2-nonce': '42' };
    const { 'content-type': form = '' } = genuine.headers;
    const byOlder = { ...genuine, headers: { ...headers, 'content-type': form } };
    await expectProblem(await post(at.app, byOlder), 'bad_signature');
    expect(await textOf(at.app, told(at, 'out-1', { Direction: 'outbound' }))).toBe('{}');
    expect(await received(at.person)).toEqual([]);
    const connect = await documentOf(at.app, genuine);
    const other = addressIn(connect, 'action').replace('step=0', 'step=1');
    expect(other).toContain('step=1');
    await expectProblem(await post(at.app, signed(other, { CallUUID: 'in-7' })), 'bad_signature');
  });
});
