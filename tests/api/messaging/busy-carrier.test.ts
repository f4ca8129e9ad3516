import type { SendResult } from '../../../src/carriers/port.ts';
import { readActive } from '../../../src/carriers/registry.ts';
import { funded, type TestActor, startTestApp, type TestApp } from '../../kit/index.ts';
import { eventually, expectSoundBooks, makeDeck, quickSandboxes, RunningClock, sendingBy } from '../../kit/index.ts';
import { newNumber, readMessage, send, takenBy, untilStatus, newNumbers } from '../../kit/messages.ts';

/** A carrier that says to every message that it is too busy. Its time is set back, so that nobody waits for it. */

const BUSY: SendResult = {
  ...{ kind: 'refused', code: '429', retry: 'later', blame: 'throttled' },
  ...{ customerWords: 'The carrier is busy', retryAfterMs: 1000 },
};

let app: TestApp;
let person: TestActor;
let isBusy = true;
afterEach(async () => {
  await expectSoundBooks(app);
  await app.stop();
});

async function start(): Promise<void> {
  isBusy = true;
  const [quick, backup] = quickSandboxes();
  const busy = sendingBy(quick, async (sms, own) => (isBusy ? BUSY : own(sms)));
  const env = { CARRIER_BUSY_SECONDS: '300' };
  app = await startTestApp({ adapters: [busy, backup], env, clock: new RunningClock() });
  person = await funded(app, '50.00');
}

const setBack = (seconds: number) => app.deps.sql`
  update provider_gates set busy_since = busy_since - ${seconds}::integer * interval '1 second' where name = 'sandbox'`;
const untilBusy = () =>
  eventually('it said that it is busy', async () => {
    const [row] = await app.deps.sql`select 1 from provider_gates where busy_since is not null`;
    return row;
  });
const queuedOf = async (id: string) => (await readMessage(person, id)).counts.queued;

async function expectTurns(): Promise<void> {
  const few = await send(person, newNumbers(3));
  const large = await send(person, newNumbers(20));
  const single = await send(person, [newNumber()]);
  await untilBusy();
  await setBack(11);
  await untilStatus(person, single.id, 'delivered');
  // One that comes later does not wait at all.
  await untilStatus(person, (await send(person, [newNumber()])).id, 'delivered');
  expect([await takenBy(app, 'sandbox'), await takenBy(app, 'sandbox-backup')]).toEqual([0, 2]);
  expect([await queuedOf(few.id), await queuedOf(large.id)]).toEqual([3, 20]);
  await setBack(290);
  await untilStatus(person, few.id, 'delivered');
  await untilStatus(person, large.id, 'delivered');
  expect([await takenBy(app, 'sandbox'), await takenBy(app, 'sandbox-backup')]).toEqual([0, 25]);
  expect(await readActive(app.deps)).toBe('sandbox');
}

test('single messages go to the next carrier after ten seconds, the others after the time that is set', async () => {
  await start();
  await expectTurns();
});

test('the same holds where each message’s carrier is chosen by its price', async () => {
  await start();
  for (const carrier of ['sandbox', 'sandbox-backup']) {
    await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0100' }], { carrier });
  }
  await expectTurns();
});

test('a carrier that takes messages again gets them again', async () => {
  await start();
  const first = await send(person, [newNumber()]);
  await untilBusy();
  isBusy = false;
  await app.deps.sql`update provider_gates set paused_until = null where name = 'sandbox'`;
  await untilStatus(person, first.id, 'delivered');
  await setBack(1000);
  await untilStatus(person, (await send(person, [newNumber()])).id, 'delivered');
  expect([await takenBy(app, 'sandbox'), await takenBy(app, 'sandbox-backup')]).toEqual([2, 0]);
});
