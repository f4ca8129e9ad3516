import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { AnswerPlan } from '../../src/services/numbers/answer-contract.ts';
import { readWav } from '../../src/platform/kit/wav.ts';
import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import { bought } from '../api/numbers/numbers.ts';
import { always, forward, menu, onlyReceived, plan, voicemail } from '../api/voice/incoming.ts';
import { balanceOf, funded, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { secondsOfTone } from './box-phone.ts';
import { boxPort, boxStands } from './box-kit.ts';
import { type Edge, knowsCarriers, startEdge } from './edge.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { soundPortOf } from './sound.ts';
import { type Caller, callWithSound, openSpeaker, type Speaker } from './speaker.ts';
import { registerDesk } from './telephone.ts';
import { makeTrunk, PROXY_TOKEN, REALM, type Trunk } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/**
 * A carrier's calls to numbers with a menu and voicemail, with sound: over the edge (Kamailio), to its answering machine
 * (baresip), which Topline tells what to do; and on to a trunk's telephone or a number outside.
 */

const WAIT_MS = 60_000;

let app: TestApp;
let edge: Edge;
let outside: UdpCarrier;
let trunk: Trunk;
/** Whose number is called. */
let owner: TestActor;
let number: { id: string; number: string };
const opened: { close(): void }[] = [];
beforeAll(async () => {
  outside = await openUdpCarrier(null);
  app = await startTestApp({
    clock: new RunningClock(),
    env: {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${outside.port}`,
      SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
    },
  });
  const first = await boxPort();
  edge = await startEdge(app, { SIP_BOX_PORT: String(first), SIP_BOX_SLOTS: '2' });
  await boxStands(first);
  await knowsCarriers(edge, ['sandbox']);
}, 120_000);
beforeEach(async () => {
  trunk = await makeTrunk(app);
  owner = trunk.person;
  number = await bought(owner);
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});
afterAll(async () => {
  await edge.stop();
  outside.close();
  await expectSoundBooks(app);
  await app.stop();
});

const ringTrunk = (): AnswerPlan['steps'][number] =>
  always({ kind: 'trunk', trunkId: trunk.trunkId, ring: 'together', ringSeconds: 25 });

/** Somebody calls the number and is answered. */
async function called(): Promise<Caller> {
  const caller = await callWithSound(edge.port, number.number);
  opened.push(caller);
  expect(caller.answer?.status).toBe(200);
  // Who says nothing sends silence.
  caller.say(null, caller.there);
  return caller;
}

const hears = ({ heard }: Pick<Speaker, 'heard'>, hertz: number, seconds: number) =>
  eventually(`${hertz} Hz is heard`, async () => secondsOfTone(heard(), hertz) >= seconds, WAIT_MS);
const hearsSpeech = ({ heard }: Speaker) =>
  eventually('a voice is heard', async () => heard().some((sample) => Math.abs(sample) > 2000), WAIT_MS);
/** The tone after which one speaks. */
const BEEP = 1000;

const over = (): Promise<ReceivedCall> =>
  eventually(
    'the call is over',
    async () => {
      const call = await onlyReceived(owner);
      return call.endedAt && call.legs.every(({ endedAt }) => endedAt !== null) ? call : null;
    },
    WAIT_MS,
  );

/** Says a pitch for some seconds after the tone, and hangs up. */
async function leaveMessage(caller: Caller, hertz: number): Promise<void> {
  await hears(caller, BEEP, 0.2);
  const before = caller.heard().length;
  caller.say(hertz, caller.there);
  await eventually('two seconds are over', async () => caller.heard().length > before + 2.5 * 8000, WAIT_MS);
  expect((await caller.hangUp())?.status).toBe(200);
}

/** The owner hears the message. */
async function expectMessage(hertz: number): Promise<void> {
  const call = await eventually(
    'the message is there',
    async () => {
      const found = await onlyReceived(owner);
      return found.outcome === 'voicemail' && found.endedAt !== null ? found : null;
    },
    WAIT_MS,
  );
  expect(call).toMatchObject({ cost: '0.0000', recordings: [{ status: 'ready', contentType: 'audio/wav' }] });
  const [recording] = call.recordings;
  const answer = await owner.as(`/api/users/${owner.id}/voice/${call.id}/recordings/${recording?.id}`);
  const sound = readWav(await answer.bytes());
  expect(sound?.rate).toBe(8000);
  expect(secondsOfTone(sound?.samples ?? new Int16Array(), hertz)).toBeGreaterThan(1);
}

test('who reaches nobody hears the greeting and leaves a message, which the owner hears', async () => {
  await plan(owner, number.id, [ringTrunk(), voicemail]);
  const before = await balanceOf(owner);
  const caller = await called();
  await hearsSpeech(caller);
  await leaveMessage(caller, 440);
  await expectMessage(440);
  expect(await balanceOf(owner)).toBe(before);
}, 120_000);

test('who hangs up amid the greeting has called in vain, and costs nothing', async () => {
  await plan(owner, number.id, [voicemail]);
  const before = await balanceOf(owner);
  const caller = await called();
  await hearsSpeech(caller);
  expect((await caller.hangUp())?.status).toBe(200);
  expect(await over()).toMatchObject({ outcome: 'missed', cost: '0.0000', recordings: [] });
  expect(await balanceOf(owner)).toBe(before);
}, 120_000);

test('2 in the menu takes a message', async () => {
  await plan(owner, number.id, [menu, forward('+442079460000'), voicemail]);
  const caller = await called();
  await hearsSpeech(caller);
  caller.press('2', caller.there);
  await leaveMessage(caller, 600);
  await expectMessage(600);
}, 120_000);

/** Both ends say a pitch and hear each other's. @param far who was called by this carrier or telephone */
async function expectBothHear(caller: Caller, far: UdpCarrier, speaker: Speaker): Promise<void> {
  const invite = await eventually(
    'it rings there',
    async () => far.taken.find(({ first }) => first.startsWith('INVITE ')),
    WAIT_MS,
  );
  speaker.say(800, soundPortOf(invite));
  caller.say(500, caller.there);
  await hears(caller, 800, 0.5);
  await hears(speaker, 500, 0.5);
}

test('1 in the menu rings the trunk, both hear each other, and who is left is hung up', async () => {
  const [desk, speaker] = [await openUdpCarrier(null), await openSpeaker()];
  opened.push(desk, speaker);
  desk.soundPort = speaker.port;
  await registerDesk(edge.port, trunk.credentials, { port: desk.port });
  await plan(owner, number.id, [menu, ringTrunk(), voicemail]);
  const caller = await called();
  await hearsSpeech(caller);
  caller.press('1', caller.there);
  await expectBothHear(caller, desk, speaker);
  const invite = desk.taken.find(({ first }) => first.startsWith('INVITE '));
  expect(invite?.header('From')).toContain('sip:+447911000001@');
  expect(invite?.header('P-Called-Party-ID')).toContain(number.number);
  expect((await caller.hangUp())?.status).toBe(200);
  await eventually('it is hung up there', async () =>
    desk.taken.some(({ first }) => first.startsWith('BYE ')),
  );
  expect(await over()).toMatchObject({
    ...{ outcome: 'answered', cost: '0.0000' },
    legs: [{ kind: 'trunk', status: 'completed', actualCost: '0.0000' }],
  });
}, 120_000);

test('1 in the menu calls a number outside, which is paid to the penny', async () => {
  const speaker = await openSpeaker();
  opened.push(speaker);
  outside.soundPort = speaker.port;
  // Without a trunk, whose minutes would pay for it.
  owner = await funded(app, '50.00');
  number = await bought(owner);
  await plan(owner, number.id, [menu, forward('+442079460000')]);
  const before = await balanceOf(owner);
  const caller = await called();
  await hearsSpeech(caller);
  caller.press('1', caller.there);
  await expectBothHear(caller, outside, speaker);
  expect((await caller.hangUp())?.status).toBe(200);
  const { outcome, cost, legs } = await over();
  expect({ outcome, legs }).toMatchObject({
    outcome: 'answered',
    legs: [{ kind: 'number', destination: '+442079460000', status: 'completed', billedMinutes: 1 }],
  });
  expect(cost).toBe(legs[0]?.ratePerMinute ?? '');
  expect(Number(before) - Number(await balanceOf(owner))).toBeCloseTo(Number(cost), 4);
  await expectSoundBooks(app);
}, 120_000);
