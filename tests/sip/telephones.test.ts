import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { startBaresip } from './baresip.ts';
import { startEdge } from './edge.ts';
import { startLinphone } from './linphone.ts';
import { openSound } from './sound.ts';
import { challenged, openTelephone } from './telephone.ts';
import { callsOf, endOf, makeTrunk, SIP_SETTINGS, type Trunk } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { appForFile, eventually, forFile, readAnswer, RunningClock } from '../kit/index.ts';

/** Telephones that people have, at an edge whose settings nobody changed. */

const carrier = await forFile(openUdpCarrier(null));
const app = await appForFile({
  clock: new RunningClock(),
  env: { ...SIP_SETTINGS, SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}` },
});
const edge = await forFile(startEdge(app, { SIP_NAT_SECONDS: '1' }));

/** Waits until a telephone is registered. @returns what it calls itself */
const registered = ({ person, trunkId }: Trunk): Promise<string> =>
  eventually('it is registered', async () => {
    const path = `/api/users/${person.id}/voice-packages/${trunkId}/registrations`;
    const { registrations } = await readAnswer(await person.as(path), listTrunkRegistrations);
    return registrations[0]?.device;
  });

test('baresip registers', async () => {
  const trunk = await makeTrunk(app);
  const telephone = await startBaresip({ ...trunk, edgePort: edge.port });
  expect(await registered(trunk)).toStartWith('baresip');
  await telephone.kill();
});

test('Linphone registers, calls and hangs up', async () => {
  const trunk = await makeTrunk(app);
  const far = await openSound();
  carrier.soundPort = far.port;
  const telephone = await startLinphone(trunk.credentials, edge.port);
  expect(await registered(trunk)).toContain('Linphone');
  telephone.type(`call sip:+447911123456@127.0.0.1:${edge.port}`);
  await eventually('the called end hears it', async () => far.heard.length > 0);
  expect((await callsOf(trunk.person))[0]?.endedAt).toBeNull();
  telephone.type('terminate');
  expect(await endOf(trunk)).toMatchObject({ status: 'completed', billedMinutes: 1 });
  expect(carrier.taken.filter(({ first }) => first.startsWith('BYE '))).toHaveLength(1);
  await telephone.stop();
  far.close();
});

test('a telephone behind NAT is asked again and again, so that its way in stays open; another is not', async () => {
  const { credentials } = await makeTrunk(app);
  const { username, realm } = credentials;
  const name = `<sip:${username}@${realm}>`;
  const [hidden, open] = [await openTelephone(), await openTelephone()];
  for (const [phone, host] of [
    [hidden, '10.0.0.5:5060'],
    [open, `127.0.0.1:${open.port}`],
  ] as const) {
    const answer = await challenged(phone, edge.port, credentials, {
      ...{ method: 'REGISTER', uri: `sip:127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
      more: [`From: ${name};tag=r`, `To: ${name}`, `Contact: <sip:desk@${host}>`],
    });
    expect(answer?.status).toBe(200);
  }

  for (let time = 0; time < 3; time++) expect((await hidden.next())?.first).toStartWith('OPTIONS sip:desk@');
  expect(await open.next(500)).toBeNull();
  hidden.close();
  open.close();
});
