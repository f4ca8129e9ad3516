import { expect, test } from 'bun:test';
import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { readAnswer } from '../kit/read.ts';
import { startBaresip } from './baresip.ts';
import { startEdge } from './edge.ts';
import { makeTrunk, SIP_SETTINGS } from './trunk.ts';
import { appForFile, forFile } from '../kit/file-app.ts';

/** Telephones that people have, at an edge whose settings nobody changed. */

const app = await appForFile({ clock: new RunningClock(), env: SIP_SETTINGS });
const edge = await forFile(startEdge(app));

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
