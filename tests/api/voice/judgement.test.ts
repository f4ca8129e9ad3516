import { expect, test } from 'bun:test';
import { funded, type TestActor } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { expectSoundBooks } from '../../kit/books.ts';
import { quickSandboxes } from '../../kit/carriers.ts';
import { readActive } from '../../../src/carriers/registry.ts';
import type { Adapter, Carrier } from '../../../src/carriers/port.ts';
import { order, PACE, pass, readCall, settle } from './calls.ts';

/** Reports good health, loses every call, and cannot be asked about one. */
function losingCalls(): Adapter[] {
  const [first, backup] = quickSandboxes({ calls: PACE });
  if (!first || !backup) throw new Error('there are two simulated carriers');
  const losing: Adapter = {
    ...first,
    open: (host) => {
      const carrier: Carrier = first.open(host);
      if (!carrier.voice) throw new Error('it places calls');
      carrier.voice.placeCall = () => Promise.reject(new Error('connection reset'));
      carrier.voice.lookupCall = async () => ({ kind: 'unknown' });
      return carrier;
    },
  };
  return [losing, backup];
}

const app = await appForFile({ background: false, adapters: losingCalls() });
const people = [await funded(app, '100.00'), await funded(app, '100.00')];

test('where a carrier loses calls, another takes over, and the lost calls are refunded within a minute', async () => {
  const lost: { person: TestActor; id: string }[] = [];
  for (const person of people) {
    for (let placed = 0; placed < 8; placed++) lost.push({ person, id: (await order(person)).id });
  }
  expect(await readActive(app.deps)).toBe('sandbox');
  await settle(app);
  expect(await readActive(app.deps)).toBe('sandbox-backup');
  await pass(app, 31);
  await pass(app, 31);
  const calls = await Promise.all(lost.map(({ person, id }) => readCall(person, id)));
  // What was not dialled yet when the other one took over is not lost.
  const refunded = calls.filter(({ provider }) => provider === 'sandbox');
  expect(refunded.length).toBeGreaterThan(people.length);
  for (const call of refunded) expect(call).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  const [first] = people;
  if (!first) throw new Error('there is somebody');
  const next = await order(first);
  await pass(app, 1.1);
  expect(await readCall(first, next.id)).toMatchObject({ provider: 'sandbox-backup', status: 'ringing' });
  await expectSoundBooks(app);
});
