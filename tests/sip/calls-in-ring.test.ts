import { readActive } from '../../src/carriers/registry.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { bought } from '../api/numbers/numbers.ts';
import { order } from '../api/voice/calls.ts';
import { onlyReceived, plan, voicemail } from '../api/voice/incoming.ts';
import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { ringUser, withEdge } from '../carriers/ring-trunk.ts';
import { post, VoiceCounterpart } from '../carriers/voice-counterpart.ts';
import { PUBLIC_URL } from '../carriers/voice-dialect.ts';
import { twilio, twilioRequest } from '../carriers/voice-twilio.ts';
import { eventually, funded, quickSandboxes, RunningClock, forFile, endWithSoundBooks, there } from '../kit/index.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { freePort } from '../kit/free-port.ts';
import { callIn, CARRIER_ADDRESS, type CallScript, expectPlayed, startCarrier } from './sipp.ts';
import { answerLines, openTelephone, registerDesk, request } from './telephone.ts';
import { makeTrunk, type Trunk, ringing } from './trunk.ts';

/**
 * A call to a number at Twilio that rings a trunk: Twilio's webhooks over HTTP, its call to the edge (Kamailio) played
 * by SIPp, and the telephones of the trunk.
 */

const CALLER = '+447911000001';
/** Another carrier calls from here. */
const OTHER_ADDRESS = '127.0.0.3';
let trunk: Trunk;
let number: string;
const dialect = withEdge(twilio);
const env = { ...dialect.env, TWILIO_SIP_ADDRESSES: CARRIER_ADDRESS, SANDBOX_SIP_ADDRESSES: OTHER_ADDRESS };
const counterpart = await forFile(new VoiceCounterpart({ ...dialect, env }));
const app = await forFile(counterpart.startApp(quickSandboxes(), new RunningClock()));
endWithSoundBooks(app);
// The simulated carrier sells the numbers.
await readActive(app.deps);
await app.deps.sql`update provider_state set active = 'sandbox'`;
const edge = await forFile(startEdge(app));
await knowsCarriers(edge, ['twilio', 'sandbox']);
beforeEach(async () => {
  trunk = await makeTrunk(app);
  const own = await bought(trunk.person);
  number = own.number;
  await app.deps.sql`
    update did_numbers set status = 'active', provider = 'twilio', provider_number_id = 'PN1' where id = ${own.id}`;
  await plan(trunk.person, own.id, [ringing(trunk), voicemail]);
});

let calls = 0;
const address = `${PUBLIC_URL}/api/callbacks/twilio/calls`;

/** Twilio announces a call. @returns what it is told, and the user of the address that it calls */
async function announced(): Promise<{ sid: string; told: string; user: string }> {
  const sid = `CA${++calls}`;
  const ringing = { CallSid: sid, From: CALLER, To: number, CallStatus: 'ringing', Direction: 'inbound' };
  const answer = await post(app, twilioRequest(address, ringing));
  const told = await answer.text();
  return { sid, told, user: ringUser(told) };
}

/** Twilio reports at the address of an attribute. @returns what it is told next */
async function reported(told: string, attribute: string, fields: Record<string, string>): Promise<string> {
  const at = new RegExp(`${attribute}="([^"]+)"`).exec(told)?.[1] ?? '';
  return (await post(app, twilioRequest(at.replaceAll('&amp;', '&'), fields))).text();
}

/** Twilio calls the edge. */
const play = async (script: CallScript, to: string, ip = CARRIER_ADDRESS) =>
  expectPlayed(await callIn({ edgePort: edge.port, script }, { to, ip, from: '15550001111' }));

test('a telephone of the trunk rings, sees caller and number, answers, and talks until Twilio hangs up', async () => {
  const telephone = await startCarrier('answers', await freePort());
  await registerDesk(edge.port, trunk.credentials, telephone);
  const { sid, told, user } = await announced();
  await play({ end: 'we hang up', afterMs: 100 }, user);
  await telephone.stop();
  await reported(told, 'statusCallback', { CallSid: 'CA-leg', CallStatus: 'in-progress' });
  await reported(told, 'statusCallback', { CallSid: 'CA-leg', CallStatus: 'completed', CallDuration: '7' });
  const done = { CallSid: sid, DialCallSid: 'CA-leg', DialCallStatus: 'completed' };
  expect(await reported(told, ' action', done)).toContain('<Hangup/>');
  expect(await onlyReceived(trunk.person)).toMatchObject({
    ...{ from: CALLER, outcome: 'answered', cost: '0.0000' },
    legs: [{ kind: 'trunk', status: 'completed', duration: 7, actualCost: '0.0000' }],
  });
  await play({ end: 'refused', status: 404 }, user);
});

test('telephone systems find the caller and the called number where they look; busy leads to the next step', async () => {
  const desk = await openTelephone();
  await registerDesk(edge.port, trunk.credentials, desk);
  const { sid, told, user } = await announced();
  const playing = play({ end: 'refused', status: 486 }, user);
  const invite = there(await desk.next(20_000), 'the telephone was not rung');
  expect(invite.header('From')).toContain(`sip:${CALLER}@`);
  expect(invite.header('To')).toContain(`sip:${number}@`);
  expect(invite.header('P-Called-Party-ID')).toContain(`sip:${number}@`);
  expect(invite.text).not.toContain('ring-');
  desk.send(answerLines(invite, 'SIP/2.0 486 Busy Here'), edge.port);
  await playing;
  const busy = { CallSid: sid, DialCallSid: 'CA-busy', DialCallStatus: 'busy' };
  expect(await reported(told, ' action', busy)).toContain('<Record');
  await eventually('the telephone’s answer is in the list', async () => {
    await takeReports(app.deps);
    const [leg] = (await onlyReceived(trunk.person)).legs;
    return leg?.status === 'busy' && leg.sipStatus === 486 ? leg : null;
  });
  desk.close();
});

test('Twilio is told what the telephones answered, and a caller who gives up stops the ringing', async () => {
  const desk = await openTelephone();
  await registerDesk(edge.port, trunk.credentials, desk);
  const playing = play({ end: 'refused', status: 480 }, (await announced()).user);
  const invite = there(await desk.next(20_000), 'the telephone was not rung');
  desk.send(answerLines(invite, 'SIP/2.0 480 Temporarily Unavailable'), edge.port);
  await playing;
  desk.close();
  await app.deps.sql`delete from sip.location`;
  const telephone = await startCarrier('rings', await freePort());
  await registerDesk(edge.port, trunk.credentials, telephone);
  await play({ end: 'we cancel', afterMs: 100 }, (await announced()).user);
  await telephone.stop();
});

test('a call by the API to a number of ours is led there by Twilio’s call to the edge', async () => {
  const telephone = await startCarrier('answers', await freePort());
  await registerDesk(edge.port, trunk.credentials, telephone);
  await app.deps.sql`update provider_state set active = 'twilio'`;
  const placed = await order(await funded(app, '20.00'), { destination: number });
  await lookAfterCalls(app.deps);
  await app.deps.sql`update provider_state set active = 'sandbox'`;
  const user = ringUser(decodeURIComponent(counterpart.placed.body));
  await play({ end: 'we hang up', afterMs: 100 }, user);
  await telephone.stop();
  const got = await eventually('it is over for whose number it is', async () => {
    await takeReports(app.deps);
    const call = await onlyReceived(trunk.person);
    return call.endedAt !== null && call;
  });
  expect(got).toMatchObject({ from: placed.callerId, to: number, outcome: 'answered', cost: '0.0000', legs: [] });
  expect(edge.log()).not.toContain('ERROR');
});

test('the address of a leg rings nobody from elsewhere, and no other address does', async () => {
  const desk = await openTelephone();
  await registerDesk(edge.port, trunk.credentials, desk);
  const { user } = await announced();
  await play({ end: 'refused', status: 404 }, user, OTHER_ADDRESS);
  const end = user.endsWith('0') ? '1' : '0';
  await play({ end: 'refused', status: 404 }, user.slice(0, -1) + end);
  await play({ end: 'refused', status: 404 }, trunk.credentials.username);
  const stranger = await openTelephone();
  const uri = `sip:${user}@127.0.0.1:${edge.port}`;
  stranger.send(request(stranger, { method: 'INVITE', uri, callId: crypto.randomUUID() }), edge.port);
  expect((await stranger.next())?.status).toBe(407);
  stranger.close();
  expect(await desk.next(100), 'it did not ring').toBeNull();
  desk.close();
});
