import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateTrunk } from '../../src/services/trunks/contract.ts';
import { ringUser } from '../../src/services/voice/trunk/ring-address.ts';
import { readWav } from '../../src/platform/kit/wav.ts';
import { bought } from '../api/numbers/numbers.ts';
import { announce, onlyReceived, plan } from '../api/voice/incoming.ts';
import { expectProblem, eventually, forFile, readAnswer, type TestActor } from '../kit/index.ts';
import { startRtpengine } from './rtpengine.ts';
import { callIn, expectPlayed } from './sipp.ts';
import { sipApp, sipAppWithEdge } from './sip-app.ts';
import { callOut, openSound, type Sound, soundPortOf } from './sound.ts';
import { callWithSound } from './speaker.ts';
import { openTelephone, registerDesk, request } from './telephone.ts';
import { callsOf, makeTrunk, ringing, type Trunk } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/** The sound of trunks' calls with the real rtpengine: codecs in their order, and recordings. */

const folder = await mkdtemp(join(tmpdir(), 'topline-recordings-'));
await forFile(Promise.resolve({ close: () => rm(folder, { recursive: true }) }));
const rtpengine = await forFile(startRtpengine({ recordings: folder }));
const { carrier, app, edge } = await sipAppWithEdge(
  { SIP_SOUND: 'recorded', SIP_PUBLIC_ADDRESS: 'edge.example.com' },
  { RTPENGINE: rtpengine.address, SIP_RECORDINGS: folder },
);

const set = async ({ person, trunkId }: Trunk, json: object) =>
  person.as(`/api/users/${person.id}/voice-packages/${trunkId}`, { method: 'PUT', json });

const lastInvite = ({ taken }: Pick<UdpCarrier, 'taken'>) => taken.findLast(({ first }) => first.startsWith('INVITE '));
/** The codecs that the last call to somebody offered, as they stand in SDP. */
const offered = (to = carrier) => /m=audio \d+ \S+ (.*)/.exec(lastInvite(to)?.text ?? '')?.[1];
const askedAt = (to: UdpCarrier) => soundPortOf(lastInvite(to));

/** Both speak until both heard the announcement, and enough was recorded. */
async function talk(...ends: readonly (readonly [Pick<Sound, 'say' | 'heard'>, number])[]): Promise<void> {
  const speaking = setInterval(() => ends.forEach(([{ say }, to], at) => say(`end ${at}`, to)), 20);
  const isAnnouncement = ({ said }: { said: string }) => !said.startsWith('end ');
  await eventually('both hear it', async () => ends.every(([{ heard }]) => heard.some(isAnnouncement)));
  await eventually('it is recorded', async () => {
    const [name] = await readdir(join(folder, 'pcaps'));
    return name !== undefined && (await stat(join(folder, 'pcaps', name))).size > 20_000;
  });
  clearInterval(speaking);
}

/** What Topline has of a recording is the sound of a telephone, and nothing of it stays at the edge. */
async function expectSound(person: TestActor, path: string): Promise<void> {
  const sound = readWav(await (await person.as(path)).bytes());
  expect(sound?.samples.length).toBeWithin(4000, 40_000);
  expect(sound?.samples.some((sample) => sample !== 0)).toBe(true);
  await eventually('nothing stays at the edge', async () => (await readdir(join(folder, 'pcaps'))).length === 0);
}

/** A telephone of a trunk whose number a call in rings. */
async function rung({ person, trunkId, credentials }: Trunk): Promise<{ telephone: UdpCarrier; number: string }> {
  const { id, number } = await bought(person);
  await plan(person, id, [ringing({ trunkId })]);
  const telephone = await openUdpCarrier(null);
  await registerDesk(edge.port, credentials, telephone);
  return { telephone, number };
}

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
  await talk([near, soundPortOf(answer)], [far, askedAt(carrier)]);
  const [running] = await callsOf(trunk.person);
  expect(running?.recorded).toBe(true);
  const path = `/api/users/${trunk.person.id}/voice/${running?.id}`;
  expect((await trunk.person.as(`${path}/hang-up`, { method: 'POST' })).status).toBe(200);
  const recording = await eventually('Topline has it', async () => (await callsOf(trunk.person))[0]?.recordings[0]);
  expect(recording).toMatchObject({ status: 'ready', contentType: 'audio/wav' });
  await expectSound(trunk.person, `${path}/recordings/${recording.id}`);
  for (const each of [phone, near, far]) each.close();
}, 60_000);

test('a telephone that a call in rings is offered them, too', async () => {
  const trunk = await makeTrunk(app);
  expect((await set(trunk, { codecs: ['PCMA', 'G729'] })).status).toBe(200);
  const { telephone, number } = await rung(trunk);
  telephone.soundPort = telephone.port;
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: number }));
  expect(offered(telephone)).toBe('8 18');
  telephone.close();
});

const ofCarrier = async (number: string): Promise<string> => {
  Object.assign(app.deps.carriers.find('sandbox')?.incomingCalls ?? {}, { dialsSip: true });
  expect((await announce(app, { to: number })).status).toBe(200);
  const [ring] = await app.deps.sql<
    { leg: string }[]
  >`select leg_id as leg from trunk_rings order by leg_id desc limit 1`;
  return ringUser(app.deps.config, ring?.leg ?? '');
};

test.each([
  { rings: 'the edge', addressOf: async (number: string) => number },
  { rings: 'a carrier, by an address of ours,', addressOf: ofCarrier },
])(
  'a call in that $rings rings is recorded, behind the announcement',
  async ({ addressOf }) => {
    const trunk = await makeTrunk(app);
    expect((await set(trunk, { recorded: true })).status).toBe(200);
    await eventually('the announcements are there', async () => existsSync(join(folder, 'announcements', 'en.wav')));
    const { telephone, number } = await rung(trunk);
    const [near, far] = [await openSound(), await openSound()];
    telephone.soundPort = far.port;
    const caller = await callWithSound(edge.port, await addressOf(number), near.port);
    await talk([near, caller.there], [far, askedAt(telephone)]);
    expect((await caller.hangUp())?.status).toBe(200);
    const call = await eventually('Topline has it', async () => {
      const only = await onlyReceived(trunk.person);
      return only.recordings[0] && only;
    });
    expect(call).toMatchObject({ outcome: 'answered', recordings: [{ status: 'ready' }] });
    await expectSound(
      trunk.person,
      `/api/users/${trunk.person.id}/voice/${call.id}/recordings/${call.recordings[0]?.id}`,
    );
    for (const each of [telephone, near, far, caller]) each.close();
  },
  60_000,
);

test('nobody chooses what the edges here cannot do', async () => {
  const plain = await sipApp({});
  const trunk = await makeTrunk(plain);
  for (const json of [{ recorded: true }, { codecs: ['PCMA'] }]) {
    await expectProblem(await set(trunk, json), 'not_allowed_now');
  }
});
