import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bought } from '../api/numbers/numbers.ts';
import { always, plan } from '../api/voice/incoming.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { type Edge, freeSipPort, knowsCarriers, startEdge } from './edge.ts';
import { callIn, CARRIER_ADDRESS, expectPlayed } from './sipp.ts';
import {
  answerTo,
  challenged,
  type Message,
  openTelephone,
  request,
  soundLines,
  type Telephone,
} from './telephone.ts';
import { makeTrunk, PROXY_TOKEN, REALM, type Trunk } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/** With RTPENGINE set, sound goes through the real rtpengine, in user space. */

let app: TestApp;
let edge: Edge;
let rtpengine: Bun.Subprocess;
let carrier: UdpCarrier;
beforeAll(async () => {
  carrier = await openUdpCarrier(null);
  const control = await freeSipPort();
  rtpengine = Bun.spawn(
    // prettier-ignore
    ['rtpengine', '--foreground', '--table=-1', '--interface=127.0.0.1', `--listen-ng=127.0.0.1:${control}`, '--port-min=40000', '--port-max=41000', '--num-threads=2', '--log-stderr', '--log-level=3'],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  process.on('exit', () => rtpengine.kill('SIGKILL'));
  app = await startTestApp({
    clock: new RunningClock(),
    env: {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
      SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
    },
  });
  edge = await startEdge(app, { RTPENGINE: `udp:127.0.0.1:${control}` });
  await knowsCarriers(edge, ['sandbox']);
});
afterAll(async () => {
  await edge.stop();
  rtpengine.kill('SIGKILL');
  await rtpengine.exited;
  carrier.close();
  await expectSoundBooks(app);
  await app.stop();
});

/** The port at which whoever wrote this message hears. */
const soundPortOf = (message: Message | null | undefined): number =>
  Number(/^m=audio (\d+) /m.exec(message?.text ?? '')?.[1] ?? 0);

/** One end of a conversation's sound. */
interface Sound {
  port: number;
  /** The packets that came in, as text, with the port from which each came. */
  heard: { from: number; said: string }[];
  say(word: string, to: number): void;
  close(): void;
}

async function openSound(): Promise<Sound> {
  const heard: Sound['heard'] = [];
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data: (_socket, bytes, from) => void heard.push({ from, said: bytes.subarray(12).toString().trim() }),
    },
  });
  let count = 0;
  return {
    port: socket.port,
    heard,
    say: (word, to) => {
      // RTP, version 2, PCMU: 20 ms of sound, which here are letters.
      const packet = Buffer.alloc(172, ' ');
      packet.set([0x80, 0]);
      packet.writeUInt16BE((count += 1), 2);
      packet.writeUInt32BE(count * 160, 4);
      packet.writeUInt32BE(socket.port, 8);
      packet.write(word, 12);
      socket.send(packet, to, '127.0.0.1');
    },
    close: () => socket.close(),
  };
}

/** The first answer that is not provisional. */
async function finalOf(phone: Telephone): Promise<Message | null> {
  for (;;) {
    const message = await phone.next(5000);
    if (message === null || message.status >= 200) return message;
  }
}

/** Calls out, and says where it hears. @returns the answer */
async function callOut(phone: Telephone, { credentials }: Trunk, port: number): Promise<Message | null> {
  const uri = `sip:+447911123456@127.0.0.1:${edge.port}`;
  const call = { method: 'INVITE', uri, callId: crypto.randomUUID() };
  phone.send(request(phone, { ...call, more: soundLines(port) }), edge.port);
  const challenge = await finalOf(phone);
  if (!challenge) return null;
  const digest = answerTo(challenge, credentials, { method: 'INVITE', uri });
  phone.send(request(phone, { ...call, cseq: 2, more: [digest, ...soundLines(port)] }), edge.port);
  return finalOf(phone);
}

test('both ends of a call out hear each other through rtpengine, and neither learns where the other is', async () => {
  const trunk = await makeTrunk(app);
  const [near, far] = [await openSound(), await openSound()];
  carrier.soundPort = far.port;
  const phone = await openTelephone();
  const answer = await callOut(phone, trunk, near.port);
  expect(answer?.status).toBe(200);
  const invite = carrier.taken.findLast(({ first }) => first.startsWith('INVITE '));
  const [toNear, toFar] = [soundPortOf(answer), soundPortOf(invite)];
  for (const port of [toNear, toFar]) expect(port).toBeWithin(40_000, 41_001);
  await eventually('the far end hears', async () => {
    near.say('hello', toNear);
    return far.heard.length > 0;
  });
  expect(far.heard[0]).toEqual({ from: toFar, said: 'hello' });
  await eventually('the near end hears', async () => {
    far.say('good day', toFar);
    return near.heard.length > 0;
  });
  expect(near.heard[0]).toEqual({ from: toNear, said: 'good day' });
  phone.close();
  near.close();
  far.close();
});

test('a call in is led through rtpengine, too', async () => {
  const trunk = await makeTrunk(app);
  const number = await bought(trunk.person);
  const { trunkId } = trunk;
  await plan(trunk.person, number.id, [
    always({ kind: 'trunk' as const, trunkId, ring: 'together' as const, ringSeconds: 25 }),
  ]);
  const telephone = await openUdpCarrier(null);
  telephone.soundPort = telephone.port;
  const line = await openTelephone();
  const name = `<sip:${trunk.credentials.username}@${REALM}>`;
  const registered = await challenged(line, edge.port, trunk.credentials, {
    ...{ method: 'REGISTER', uri: `sip:127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: [`From: ${name};tag=r`, `To: ${name}`, `Contact: <sip:desk@127.0.0.1:${telephone.port}>`],
  });
  expect(registered?.status).toBe(200);
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: number.number }));
  expect(soundPortOf(telephone.taken.find(({ first }) => first.startsWith('INVITE ')))).toBeWithin(
    40_000,
    41_001,
  );
  line.close();
  telephone.close();
});
