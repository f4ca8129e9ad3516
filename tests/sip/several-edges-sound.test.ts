import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { bought } from '../api/numbers/numbers.ts';
import { plan, received } from '../api/voice/incoming.ts';
import { eventually, forFile, freePort, readAnswer } from '../kit/index.ts';
import { startBaresip } from './baresip.ts';
import { makeCertificate } from './certificate.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { startRtpengine } from './rtpengine.ts';
import { sipApp } from './sip-app.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { soundPortOf } from './sound.ts';
import { callWithSound, openSpeaker } from './speaker.ts';
import { endOfReceived, makeTrunk, ringing } from './trunk.ts';

/** Two edges with one rtpengine each: a telephone (baresip) keeps a connection to one, and calls come to the other. */

const [near, far] = [await forFile(startRtpengine()), await forFile(startRtpengine())];
const app = await sipApp({ SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS });
const { certificate, key } = makeCertificate('IP:127.0.0.1');
const [tlsPort, otherTlsPort] = [await freePort(), await freePort()];
const edgeWith = (SIP_EDGE_ID: string, RTPENGINE: string, port: number) =>
  startEdge(app, {
    ...{ SIP_EDGE_ID, RTPENGINE, SIP_TLS_CERTIFICATE: certificate, SIP_TLS_KEY: key, SIP_TLS_PORT: String(port) },
  });
const one = await forFile(edgeWith('1', near.address, tlsPort));
const other = await forFile(edgeWith('2', far.address, otherTlsPort));
await knowsCarriers(other, ['sandbox']);

test.each([
  ['tcp', 'the caller'],
  ['tls', 'its owner'],
])(
  'a telephone by %s is heard over the other edge, also where the caller moves amid the call; %s ends it',
  async (transport, who) => {
    const trunk = await makeTrunk(app);
    const { id, number } = await bought(trunk.person);
    await plan(trunk.person, id, [ringing(trunk)]);
    const edgePort = transport === 'tls' ? tlsPort : one.port;
    const telephone = await startBaresip({ ...trunk, edgePort }, { transport, account: 'answermode=auto' });
    const path = `/api/users/${trunk.person.id}/voice-packages/${trunk.trunkId}/registrations`;
    await eventually('it is registered', async () => {
      const { registrations } = await readAnswer(await trunk.person.as(path), listTrunkRegistrations);
      return registrations.length > 0;
    });
    const caller = await callWithSound(other.port, number);
    expect(caller.answer?.status).toBe(200);
    expect(caller.there).toBeWithin(...far.ports);
    caller.say(500, caller.there);
    await eventually('the telephone is heard', async () => caller.heard().length > 0);
    const elsewhere = await openSpeaker();
    const moved = await caller.moveTo(elsewhere.port);
    expect(moved?.status).toBe(200);
    expect(soundPortOf(moved)).toBeWithin(...far.ports);
    elsewhere.say(500, soundPortOf(moved));
    await eventually('it is heard there', async () => elsewhere.heard().length > 0);
    // Its sound belongs to the edge that has the call.
    expect([await near.calls(), await far.calls()]).toEqual([0, 1]);
    if (who === 'the caller') expect((await caller.hangUp())?.status).toBe(200);
    else {
      const [call] = await received(trunk.person);
      await trunk.person.as(`/api/users/${trunk.person.id}/voice/${call?.id}/hang-up`, { method: 'POST' });
    }
    expect(await endOfReceived(trunk)).toMatchObject({ outcome: 'answered' });
    await eventually('no sound is left', async () => (await far.calls()) === 0);
    await telephone.kill();
    elsewhere.close();
    caller.close();
    expect(one.log() + other.log()).not.toContain('ERROR');
  },
  90_000,
);
