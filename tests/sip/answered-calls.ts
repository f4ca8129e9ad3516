import { expect } from 'bun:test';
import { readWav } from '../../src/platform/kit/wav.ts';
import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import { bought } from '../api/numbers/numbers.ts';
import { onlyReceived, plan, voicemail } from '../api/voice/incoming.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { eventually, expectSoundBooks, funded, RunningClock, type TestActor } from '../kit/index.ts';
import { machinePort, machineStands } from './machine-kit.ts';
import { secondsOfTone } from './machine-phone.ts';
import { type Edge, knowsCarriers, startEdge } from './edge.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { type Caller, callWithSound, type Speaker } from './speaker.ts';
import { PROXY_TOKEN, REALM } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/** Topline, and an edge (Kamailio) with an answering machine (baresip) of two slots. */
export interface AnsweringEdge {
  app: TestApp;
  edge: Edge;
  /** Whoever is called outside. */
  outside: UdpCarrier;
  /** Where the slots take calls. */
  slots: readonly [number, number];
  /** Ends all of it; the books have to be sound. */
  stop(): Promise<void>;
}

export const WAIT_MS = 60_000;

export async function startAnswering(): Promise<AnsweringEdge> {
  const outside = await openUdpCarrier(null);
  const app = await startTestApp({
    clock: new RunningClock(),
    env: {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${outside.port}`,
      SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
    },
  });
  const first = await machinePort();
  const edge = await startEdge(app, { SIP_ANSWERING_PORT: String(first), SIP_ANSWERING_SLOTS: '2' });
  await machineStands(first);
  await knowsCarriers(edge, ['sandbox']);
  return {
    ...{ app, edge, outside, slots: [first, first + 2] },
    stop: async () => {
      await edge.stop();
      outside.close();
      await expectSoundBooks(app);
      await app.stop();
    },
  };
}

/** Somebody calls the number and is answered. */
export async function called(edge: Edge, number: string): Promise<Caller> {
  const caller = await callWithSound(edge.port, number);
  expect(caller.answer?.status).toBe(200);
  // A silent caller sends silence.
  caller.say(null, caller.there);
  return caller;
}

/** Waits until the machine takes a call, after a slot was started again. It takes none before it can be told of it. */
export async function takesCalls({ app, edge }: AnsweringEdge): Promise<void> {
  const owner = await funded(app, '100.00');
  const own = await bought(owner);
  await plan(owner, own.id, [voicemail]);
  const attempt = async () => {
    const caller = await callWithSound(edge.port, own.number);
    if (caller.answer?.status === 200) await caller.hangUp();
    caller.close();
    return caller.answer?.status === 200;
  };
  await eventually('a call is taken', WAIT_MS, attempt);
}

export const hears = ({ heard }: Pick<Speaker, 'heard'>, hertz: number, seconds: number): Promise<boolean> =>
  eventually(`${hertz} Hz is heard`, WAIT_MS, async () => secondsOfTone(heard(), hertz) >= seconds);
export const hearsSpeech = ({ heard }: Speaker): Promise<boolean> =>
  eventually('a voice is heard', WAIT_MS, async () => heard().some((sample) => Math.abs(sample) > 2000));
/** The tone after which one speaks. */
const BEEP = 1000;

/** Says a pitch after the tone, for some seconds and then on. */
export async function speakAfterTone(caller: Caller, hertz: number): Promise<void> {
  await hears(caller, BEEP, 0.2);
  const before = caller.heard().length;
  caller.say(hertz, caller.there);
  await eventually('two seconds are over', WAIT_MS, async () => caller.heard().length > before + 2.5 * 8000);
}

/** Says a pitch for some seconds after the tone, and hangs up. */
export async function leaveMessage(caller: Caller, hertz: number): Promise<void> {
  await speakAfterTone(caller, hertz);
  expect((await caller.hangUp())?.status).toBe(200);
}

/** The only call to that person's numbers, when it and all its legs are over. */
export const over = (owner: TestActor): Promise<ReceivedCall> =>
  eventually('the call is over', WAIT_MS, async () => {
    const call = await onlyReceived(owner);
    return call.endedAt && call.legs.every(({ endedAt }) => endedAt !== null) ? call : null;
  });

export async function expectMessage(owner: TestActor, hertz: number): Promise<void> {
  const call = await eventually('the message is there', WAIT_MS, async () => {
    const found = await onlyReceived(owner);
    return found.outcome === 'voicemail' && found.endedAt !== null ? found : null;
  });
  expect(call).toMatchObject({ cost: '0.0000', recordings: [{ status: 'ready', contentType: 'audio/wav' }] });
  const [recording] = call.recordings;
  const answer = await owner.as(`/api/users/${owner.id}/voice/${call.id}/recordings/${recording?.id}`);
  const sound = readWav(await answer.bytes());
  expect(sound?.rate).toBe(8000);
  expect(secondsOfTone(sound?.samples ?? new Int16Array(), hertz)).toBeGreaterThan(1);
}
