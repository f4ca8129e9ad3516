import { balanceOf, eventually, funded, HeldLimits, startTestApp, type TestApp, changed } from '../../kit/index.ts';
import { expectSoundBooks, quickSandboxes, newNumber, readMessage, send, untilStatus } from '../../kit/index.ts';
import { checkCarriers } from '../../../src/carriers/health.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { readActive } from '../../../src/carriers/registry.ts';
import { Dispatcher } from '../../../src/services/messaging/delivery/dispatcher.ts';
import { recoverAbandoned } from '../../../src/services/messaging/delivery/recover.ts';

const [SEND_MS, HEALTH_MS] = [10_000, 5000];
const never = () => new Promise<never>(() => {});
let hangs: boolean;
let app: TestApp;
let dispatcher: Dispatcher;
let limits: HeldLimits;
beforeEach(async () => {
  hangs = true;
  const [first, backup] = quickSandboxes({ concurrency: 1 });
  app = await startTestApp({ adapters: [hanging(first), backup], background: false });
  dispatcher = new Dispatcher(app.deps);
});
afterEach(async () => {
  limits.release();
  await dispatcher.stop();
  await app.stop();
});

const hanging = (adapter: Adapter): Adapter =>
  changed(adapter, (carrier) => {
    const [sendSms, health] = [carrier.sendSms.bind(carrier), carrier.health.bind(carrier)];
    const lookup = carrier.lookup?.bind(carrier);
    carrier.sendSms = (sms) => (hangs ? never() : sendSms(sms));
    carrier.health = () => (hangs ? never() : health());
    if (lookup) carrier.lookup = (reference) => (hangs ? never() : lookup(reference));
  });

async function runOutAfter(ms: number): Promise<void> {
  const limit = await limits.next();
  expect(limit.ms).toBe(ms);
  limit.runOut();
}

test('a message without an answer is given up after ten seconds, the next has its place, and each is sent once', async () => {
  const person = await funded(app, '1.00');
  const held = await send(person, [newNumber()]);
  limits = new HeldLimits(SEND_MS);
  dispatcher.wake();
  const limit = await limits.next();
  expect(limit.ms).toBe(SEND_MS);
  hangs = false;
  const next = await send(person, [newNumber()]);
  dispatcher.wake();
  limit.runOut();
  await untilStatus(person, next.id, 'sent');
  const attempts = () => app.deps.sql`select answer, detail from sms_attempts where message_id = ${held.id}`;
  expect([...(await attempts())]).toEqual([{ answer: 'uncertain', detail: 'no answer within 10000 ms' }]);
  expect(await readMessage(person, held.id)).toMatchObject({ counts: { queued: 1 }, actualCost: '0.0300' });

  // Asked what became of it, the carrier says nothing for as long again.
  hangs = true;
  app.clock.advance(31_000);
  const recovering = recoverAbandoned(app.deps);
  await runOutAfter(SEND_MS);
  await recovering;
  expect(await attempts()).toHaveLength(1);
  hangs = false;
  app.clock.advance(31_000);
  await recoverAbandoned(app.deps);
  dispatcher.wake();
  await untilStatus(person, held.id, 'sent');
  expect(await app.deps.sql`select id from sandbox_messages`).toHaveLength(2);
  expect(await balanceOf(person)).toBe('0.94');
  await expectSoundBooks(app);
});

test('a carrier that does not say how it is has five seconds, then another one gets the messages', async () => {
  limits = new HeldLimits(HEALTH_MS);
  const checking = checkCarriers(app.deps);
  await runOutAfter(HEALTH_MS);
  await checking;
  await eventually('another one is active', async () => (await readActive(app.deps)) === 'sandbox-backup');
  const [health] = await app.deps.sql`select healthy, detail from provider_health where name = 'sandbox'`;
  expect(health).toEqual({ healthy: false, detail: 'no answer' });
});
