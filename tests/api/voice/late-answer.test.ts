import { balanceOf, funded, type TestActor } from '../../kit/actors.ts';
import {
  eventually,
  expectSoundBooks,
  quickSandboxes,
  startTestApp,
  type TestApp,
  changedVoice,
} from '../../kit/index.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { order, PACE, readCall, atCarrier, hangUp } from './calls.ts';
import { sendSandboxNews } from './news.ts';

let app: TestApp;
let person: TestActor;
let hangUps: string[] = [];
let take: () => void;
afterEach(() => app.stop());

/** Takes a call only when the test allows it, and does not know it before. The first hang-ups fail as told. */
function slowToTake(failingHangUps: number): Adapter {
  const { promise: allowed, resolve } = Promise.withResolvers<void>();
  take = resolve;
  const [quick] = quickSandboxes({ calls: { ...PACE, lastsMs: [3_600_000, 3_600_000] } });
  return changedVoice(quick, (voice) => {
    const place = voice.placeCall.bind(voice);
    voice.placeCall = async (call) => {
      await allowed;
      return place(call);
    };
    const end = voice.hangUp.bind(voice);
    voice.hangUp = async (id) => {
      hangUps.push(id);
      if (hangUps.length <= failingHangUps) throw new Error('not now');
      await end(id);
    };
  });
}

async function start(failingHangUps = 0): Promise<void> {
  hangUps = [];
  app = await startTestApp({ background: false, adapters: [slowToTake(failingHangUps)] });
  person = await funded(app, '20.00');
}

/** Orders a call that is refunded while its carrier has not answered yet. */
async function refundedTooEarly(): Promise<{ id: string; placing: Promise<void> }> {
  const { id } = await order(person);
  const placing = lookAfterCalls(app.deps);
  await eventually('it is being placed', async () => (await readCall(person, id)).provider === 'sandbox');
  app.clock.advance(31_000);
  await lookAfterCalls(app.deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe('20.00');
  return { id, placing };
}

test('a call that was refunded before its carrier took it is hung up', async () => {
  await start();
  const { id, placing } = await refundedTooEarly();
  take();
  await placing;
  await lookAfterCalls(app.deps);
  expect(hangUps).toEqual([(await atCarrier(app, id)).id]);
  await lookAfterCalls(app.deps);
  expect(hangUps).toHaveLength(1);
  expect(await readCall(person, id)).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  await expectSoundBooks(app);
});

test.each([
  ['a moment less than two hours old', 2 * 3_600_000 - 1, 3],
  ['two hours old', 2 * 3_600_000, 2],
])('a hang-up that fails always, and is %s, was tried for the last time', async (_age, age, tries) => {
  await start(Infinity);
  const { placing } = await refundedTooEarly();
  take();
  await placing;
  for (const later of [0, age, 5000, 5000]) {
    app.clock.advance(later);
    await lookAfterCalls(app.deps);
  }
  expect(hangUps).toHaveLength(tries);
});

test('news that a refunded call rings has it hung up', async () => {
  await start();
  const { id, placing } = await refundedTooEarly();
  const called = { id: Bun.randomUUIDv7(), reference: id };
  await sendSandboxNews(app, [{ ...called, state: 'ringing' }]);
  await lookAfterCalls(app.deps);
  expect(hangUps).toEqual([called.id]);
  take();
  await placing;
});

test('an answer that comes after the carrier’s time is up still counts', async () => {
  await start();
  const { id } = await order(person);
  await lookAfterCalls(app.deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing' });
  take();
  await eventually('the call is known', async () => {
    const [row] = await app.deps.sql`select provider_call_id from voice_calls where id = ${id}`;
    return row?.provider_call_id;
  });
}, 30_000);

test('the next carrier does not call a customer who hangs up while one refuses the call', async () => {
  const [first, second] = quickSandboxes({ calls: PACE });
  const wanted = Promise.withResolvers<void>();
  const refusing = changedVoice(first, (voice) => {
    voice.placeCall = async () => {
      await wanted.promise;
      return { kind: 'refused', retry: 'other-carrier', code: 'busy', customerWords: 'Busy' };
    };
  });
  app = await startTestApp({ background: false, adapters: [refusing, second] });
  person = await funded(app, '20.00');
  const { id } = await order(person);
  const placing = lookAfterCalls(app.deps);
  await eventually('it is being placed', async () => (await readCall(person, id)).provider === 'sandbox');
  expect((await hangUp(person, id)).status).toBe(200);
  wanted.resolve();
  await placing;
  expect(await readCall(person, id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect((await atCarrier(app, id)).id).toBe('');
  expect(await balanceOf(person)).toBe('20.00');
  await expectSoundBooks(app);
});
