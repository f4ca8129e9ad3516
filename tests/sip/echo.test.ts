import { getTrunkEcho } from '../../src/services/sip/echo/contract.ts';
import { trunkOf } from '../api/payments/orders.ts';
import { startEdge } from './edge.ts';
import { startRtpengine } from './rtpengine.ts';
import { callFrom, expectPlayed } from './sipp.ts';
import { callOut, openSound, soundPortOf } from './sound.ts';
import { openTelephone, request } from './telephone.ts';
import { callsOf, makeTrunk, type Trunk } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { eventually, forFile, freePort, readAnswer } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** A trunk calls the echo (baresip) over the edge (Kamailio), to try whether it can call. */

/** In place of a minute: longer than a busy machine needs to set a call up. */
const LIMIT_SECONDS = 10;
const carrier = await forFile(openUdpCarrier(null));
const rtpengine = await forFile(startRtpengine());
const app = await sipApp({
  SIP_CALL_SECONDS: String(LIMIT_SECONDS),
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
});
// baresip also listens at the port behind its own.
const echoPort = await freePort(2);
const edge = await forFile(startEdge(app, { RTPENGINE: rtpengine.address, SIP_ECHO_PORT: String(echoPort) }));
await echoAnswers(echoPort);

/** The program that answers is started beside the edge, and may take longer than the edge. */
async function echoAnswers(port: number): Promise<void> {
  let answered = false;
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data: () => {
        answered = true;
      },
    },
  });
  const request = [
    `OPTIONS sip:echo@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${socket.port};branch=z9hG4bK${crypto.randomUUID()}`,
    `From: <sip:test@127.0.0.1>;tag=test`,
    `To: <sip:echo@127.0.0.1>`,
    `Call-ID: ${crypto.randomUUID()}`,
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 70',
    'Content-Length: 0',
    ...['', ''],
  ].join('\r\n');
  await eventually('the echo answers', 100_000, async () => {
    socket.send(request, port, '127.0.0.1');
    return answered;
  });
  socket.close();
}

async function echoOf({ person, trunkId }: Trunk) {
  const answer = await person.as(`/api/users/${person.id}/voice-packages/${trunkId}/echo`);
  return (await readAnswer(answer, getTrunkEcho)).call;
}

const overOf = (trunk: Trunk) =>
  eventually('the call is over', async () => {
    const call = await echoOf(trunk);
    return call?.endedAt ? call : null;
  });

const soundOf = (trunk: Trunk) =>
  eventually('the sound is counted', async () => {
    const call = await overOf(trunk);
    return call.heard === null ? null : call;
  });

/** It took no minutes and no money, and no carrier saw it. */
async function expectFree({ person, trunkId }: Trunk): Promise<void> {
  expect(await callsOf(person)).toEqual([]);
  expect(await trunkOf(person, trunkId)).toMatchObject({ minutesUsed: 0 });
  expect(carrier.taken.filter(({ first }) => first.startsWith('INVITE '))).toEqual([]);
}

test('a caller who speaks hears oneself, and sees that the sound arrived', async () => {
  const trunk = await makeTrunk(app);
  const [phone, sound] = [await openTelephone(), await openSound()];
  const answer = await callOut(phone, { ...trunk, edgePort: edge.port, to: '*43' }, sound.port);
  expect(answer?.status).toBe(200);
  const within = (method: string, cseq: number) => {
    const uri = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
    const more = [`Route: ${answer?.header('Record-Route')}`, `To: ${answer?.header('To')}`];
    const callId = answer?.header('Call-ID') ?? '';
    phone.send(request(phone, { method, uri, callId, cseq, more }), edge.port);
  };
  within('ACK', 2);
  await eventually('it hears itself', async () => {
    // Where a packet begins in the echo is not where it began before it.
    sound.say('hello'.repeat(10), soundPortOf(answer));
    await Bun.sleep(20);
    return sound.heard.some(({ said }) => said.includes('hello'));
  });
  expect(await echoOf(trunk)).toMatchObject({ endedAt: null });
  within('BYE', 3);
  const { state, heard, sent, sipStatus } = await soundOf(trunk);
  expect({ state, sipStatus }).toEqual({ state: 'ended', sipStatus: null });
  expect(heard).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(0);
  await expectFree(trunk);
  phone.close();
  sound.close();
});

test('it is cut at its limit, and a second one beside it is refused', async () => {
  const trunk = await makeTrunk(app);
  const script = { end: 'they hang up' } as const;
  const call = await callFrom({ ...trunk, edgePort: edge.port, script }, { to: '*43' });
  await eventually('it is answered', async () => (await echoOf(trunk))?.state === 'answered');
  expect(await rtpengine.calls()).toBe(1);
  const second = { ...trunk, edgePort: edge.port, script: { end: 'refused', status: 486 } } as const;
  await expectPlayed(await callFrom(second, { to: 'echo' }));
  await expectPlayed(call);
  const { answeredAt, endedAt } = await overOf(trunk);
  const lasted = Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '');
  expect(lasted / 1000).toBeGreaterThan(LIMIT_SECONDS - 1);
  expect(await soundOf(trunk)).toMatchObject({ state: 'ended', heard: 0 });
  await eventually('its sound is over', async () => (await rtpengine.calls()) === 0);
  await expectFree(trunk);
});

test('a silent caller learns that no sound came', async () => {
  const trunk = await makeTrunk(app);
  const script = { end: 'we hang up', afterMs: 500 } as const;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script }, { to: 'echo' }));
  expect(await soundOf(trunk)).toMatchObject({ state: 'ended', heard: 0 });
  await expectFree(trunk);
});
