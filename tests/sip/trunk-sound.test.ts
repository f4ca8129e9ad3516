import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateTrunk } from '../../src/services/trunks/contract.ts';
import { readWav } from '../../src/platform/kit/wav.ts';
import { bought } from '../api/numbers/numbers.ts';
import { always, plan } from '../api/voice/incoming.ts';
import { eventually, forFile, readAnswer } from '../kit/index.ts';
import { expectProblem } from '../kit/problems.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { startRtpengine } from './rtpengine.ts';
import { callIn, CARRIER_ADDRESS, expectPlayed } from './sipp.ts';
import { sipApp } from './sip-app.ts';
import { callOut, openSound, soundPortOf } from './sound.ts';
import { challenged, openTelephone, request } from './telephone.ts';
import { callsOf, makeTrunk, REALM, type Trunk } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';

/** The sound of trunks' calls with the real rtpengine: codecs in their order, and recordings. */

const folder = await mkdtemp(join(tmpdir(), 'topline-recordings-'));
await forFile(Promise.resolve({ close: () => rm(folder, { recursive: true }) }));
const carrier = await forFile(openUdpCarrier(null));
const rtpengine = await forFile(startRtpengine({ recordings: folder }));
const app = await sipApp({
  SIP_SOUND: 'recorded',
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
});
const edge = await forFile(startEdge(app, { RTPENGINE: rtpengine.address, SIP_RECORDINGS: folder }));
await knowsCarriers(edge, ['sandbox']);

const set = async ({ person, trunkId }: Trunk, json: object) =>
  person.as(`/api/users/${person.id}/voice-packages/${trunkId}`, { method: 'PUT', json });

/** The codecs that the last call to somebody offered, as they stand in SDP. */
const offered = ({ taken } = carrier) =>
  /m=audio \d+ \S+ (.*)/.exec(taken.findLast(({ first }) => first.startsWith('INVITE '))?.text ?? '')?.[1];

test('whoever is called is offered the codecs of the trunk in its order, and the caller is answered in their own', async () => {
  const trunk = await makeTrunk(app);
  const changed = await readAnswer(await set(trunk, { codecs: ['G722', 'PCMA', 'PCMU'] }), updateTrunk);
  expect(changed).toMatchObject({ codecs: ['G722', 'PCMA', 'PCMU'], sound: 'recorded', recorded: false });
  const [near, far] = [await openSound(), await openSound()];
  carrier.soundPort = far.port;
  const phone = await openTelephone();
  const answer = await callOut(phone, { ...trunk, edgePort: edge.port }, near.port);
  expect(answer?.status).toBe(200);
  expect(offered()).toBe('9 8 0');
  expect(/m=audio \d+ \S+ (.*)/.exec(answer?.text ?? '')?.[1]).toBe('0');
  for (const each of [phone, near, far]) each.close();
});

test('both ends hear that a call is recorded, and what they say then is a recording of the call', async () => {
  const trunk = await makeTrunk(app);
  expect((await set(trunk, { recorded: true, codecs: ['opus'] })).status).toBe(200);
  await eventually('the announcements are there', async () => existsSync(join(folder, 'announcements', 'en.wav')));
  const [near, far] = [await openSound(), await openSound()];
  carrier.soundPort = far.port;
  const phone = await openTelephone();
  const answer = await callOut(phone, { ...trunk, edgePort: edge.port }, near.port);
  expect(answer?.status).toBe(200);
  expect(offered(), 'no other can be read later').toBe('8 0');
  const uri = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
  const within = [`To: ${answer?.header('To')}`, `Route: ${answer?.header('Record-Route')}`];
  const callId = answer?.header('Call-ID') ?? '';
  phone.send(request(phone, { method: 'ACK', uri, callId, cseq: 2, more: within }), edge.port);
  const [toNear, toFar] = [
    soundPortOf(answer),
    soundPortOf(carrier.taken.findLast(({ first }) => first.startsWith('INVITE '))),
  ];
  const speaking = setInterval(() => {
    near.say('here', toNear);
    far.say('there', toFar);
  }, 20);
  const isAnnouncement = ({ said }: { said: string }) => said !== 'here' && said !== 'there';
  await eventually('both hear it', async () => [near, far].every(({ heard }) => heard.some(isAnnouncement)));
  await eventually('it is recorded', async () => {
    const [name] = await readdir(join(folder, 'pcaps'));
    return name !== undefined && (await stat(join(folder, 'pcaps', name))).size > 20_000;
  });
  clearInterval(speaking);
  const [running] = await callsOf(trunk.person);
  expect(running?.recorded).toBe(true);
  const path = `/api/users/${trunk.person.id}/voice/${running?.id}`;
  expect((await trunk.person.as(`${path}/hang-up`, { method: 'POST' })).status).toBe(200);
  const recording = await eventually('Topline has it', async () => (await callsOf(trunk.person))[0]?.recordings[0]);
  expect(recording).toMatchObject({ status: 'ready', contentType: 'audio/wav' });
  const sound = readWav(await (await trunk.person.as(`${path}/recordings/${recording.id}`)).bytes());
  expect(sound?.samples.length).toBeWithin(4000, 40_000);
  expect(sound?.samples.some((sample) => sample !== 0)).toBe(true);
  await eventually('nothing stays at the edge', async () => (await readdir(join(folder, 'pcaps'))).length === 0);
  for (const each of [phone, near, far]) each.close();
}, 60_000);

test('a telephone that a call in rings is offered them, too', async () => {
  const trunk = await makeTrunk(app);
  expect((await set(trunk, { codecs: ['PCMA', 'G729'] })).status).toBe(200);
  const number = await bought(trunk.person);
  const ring = { kind: 'trunk' as const, trunkId: trunk.trunkId, ring: 'together' as const, ringSeconds: 25 };
  await plan(trunk.person, number.id, [always(ring)]);
  const [telephone, line] = [await openUdpCarrier(null), await openTelephone()];
  telephone.soundPort = telephone.port;
  const name = `<sip:${trunk.credentials.username}@${REALM}>`;
  const registered = await challenged(line, edge.port, trunk.credentials, {
    ...{ method: 'REGISTER', uri: `sip:127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: [`From: ${name};tag=r`, `To: ${name}`, `Contact: <sip:desk@127.0.0.1:${telephone.port}>`],
  });
  expect(registered?.status).toBe(200);
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: number.number }));
  expect(offered(telephone)).toBe('8 18');
  line.close();
  telephone.close();
});

test('nobody chooses what the edges here cannot do', async () => {
  const plain = await sipApp({});
  const trunk = await makeTrunk(plain);
  for (const json of [{ recorded: true }, { codecs: ['PCMA'] }]) {
    await expectProblem(await set(trunk, json), 'not_allowed_now');
  }
});
