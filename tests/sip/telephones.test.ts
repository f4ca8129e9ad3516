import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listTrunkRegistrations } from '../../src/services/sip/registrations/contract.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { readAnswer } from '../kit/read.ts';
import { type Edge, freeSipPort, startEdge } from './edge.ts';
import { startProgram } from './program.ts';
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
  const { username, secret } = credentials;
  const folder = await mkdtemp(join(tmpdir(), 'topline-baresip-'));
  const modules = ['module_path /usr/lib/baresip/modules', 'module g711.so', 'module_app account.so'];
  await Bun.write(
    join(folder, 'config'),
    [`sip_listen 127.0.0.1:${await freeSipPort()}`, ...modules, ''].join('\n'),
  );
  await Bun.write(
    join(folder, 'accounts'),
    `<sip:${username}@127.0.0.1:${edge.port}>;auth_user=${username};auth_pass=${secret};regint=600\n`,
  );
  await Bun.write(join(folder, 'contacts'), '');
  const telephone = startProgram(['baresip', '-f', folder]);
  const path = `/api/users/${person.id}/voice-packages/${trunkId}/registrations`;
  const [registered] = await eventually('it is registered', async () => {
    const { registrations } = await readAnswer(await person.as(path), listTrunkRegistrations);
    return registrations.length > 0 && registrations;
  });
  expect(registered?.device).toStartWith('baresip');
  telephone.kill('SIGKILL');
  await telephone.exited;
  await rm(folder, { recursive: true, force: true });
});
