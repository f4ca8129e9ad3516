import { expect, test } from 'bun:test';
import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { startBaresip } from './baresip.ts';
import { startEdge } from './edge.ts';
import { challenged, openTelephone } from './telephone.ts';
import { makeTrunk, SIP_SETTINGS } from './trunk.ts';
import { appForFile, eventually, forFile, readAnswer, RunningClock } from '../kit/index.ts';

/** Telephones that people have, at an edge whose settings nobody changed. */

const app = await appForFile({ clock: new RunningClock(), env: SIP_SETTINGS });
const edge = await forFile(startEdge(app, { SIP_NAT_SECONDS: '1' }));

test('baresip registers', async () => {
  const { person, trunkId, credentials } = await makeTrunk(app);
  const telephone = await startBaresip({ credentials, edgePort: edge.port });
  const path = `/api/users/${person.id}/voice-packages/${trunkId}/registrations`;
  const [registered] = await eventually('it is registered', async () => {
    const { registrations } = await readAnswer(await person.as(path), listTrunkRegistrations);
    return registrations.length > 0 && registrations;
  });
  expect(registered?.device).toStartWith('baresip');
  await telephone.kill();
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
