import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { readAnswer } from '../kit/read.ts';
import { startBaresip } from './baresip.ts';
import { type Edge, startEdge } from './edge.ts';
import { makeTrunk, SIP_SETTINGS } from './trunk.ts';

/** Telephones that people have, at an edge whose settings nobody changed. */

let app: TestApp;
let edge: Edge;
beforeAll(async () => {
  app = await startTestApp({ clock: new RunningClock(), env: SIP_SETTINGS });
  edge = await startEdge(app);
}, 120_000);
afterAll(async () => {
  await edge.stop();
  await app.stop();
});

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
