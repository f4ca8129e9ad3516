import { appForFile, balanceOf, eventually, funded, HeldLimits, type TestActor } from '../../kit/index.ts';
import { lookAfterCalls, startVoice } from '../../../src/services/voice/background.ts';
import { order, pass, passToAnswer, readCall, hangUp } from './calls.ts';
import { DifficultCarrier } from './difficult.ts';

const SEND_MS = 10_000;
const carrier = new DifficultCarrier();
let person: TestActor;
let limits: HeldLimits;
const app = await appForFile({ background: false, adapters: [carrier.adapter], soundBooks: true });
beforeEach(async () => {
  Object.assign(carrier, { hangs: false, placed: 0, hangUps: [] });
  person = await funded(app, '20.00');
  limits = new HeldLimits(SEND_MS);
});
afterEach(() => limits.release());

async function lookAfterHanging(questions: number): Promise<void> {
  const looking = lookAfterCalls(app.deps);
  for (let question = 0; question < questions; question++) {
    const { ms, runOut } = await limits.next();
    expect(ms).toBe(SEND_MS);
    runOut();
  }
  await looking;
}

test('a call that it does not answer to is given up after ten seconds, and refunded after a minute', async () => {
  const { id } = await order(person);
  carrier.hangs = true;
  await lookAfterHanging(1);
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing', actualCost: '6.0000', error: null });
  app.clock.advance(31_000);
  await lookAfterHanging(1);
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing', actualCost: '6.0000' });
  app.clock.advance(31_000);
  await lookAfterHanging(1);
  expect(await readCall(person, id)).toMatchObject({
    status: 'failed',
    error: 'The carrier never said what became of this call: nothing is charged',
  });
  expect(carrier.placed).toBe(1);
  expect(await balanceOf(person)).toBe('20.00');
});

test('a hang-up that it does not answer to is tried again until the call is over', async () => {
  const { id } = await order(person);
  await passToAnswer(app);
  expect((await hangUp(person, id)).status).toBe(200);
  carrier.hangs = true;
  await lookAfterHanging(2);
  expect(await readCall(person, id)).toMatchObject({ status: 'in-progress', hangUpRequested: true });
  carrier.hangs = false;
  await pass(app, 6);
  expect(carrier.hangUps).toHaveLength(2);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', actualCost: '0.1000' });
});

test('while it does not answer to one call, the next one is placed', async () => {
  const voice = startVoice(app.deps);
  carrier.hangs = true;
  const { id } = await order(person);
  const { runOut } = await limits.next();
  carrier.hangs = false;
  const next = await order(person);
  await eventually('the next is with the carrier', async () => {
    const [call] = await app.deps.sql`select provider_call_id as known from voice_calls where id = ${next.id}`;
    return call?.known;
  });
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing' });
  runOut();
  await voice.stop();
  expect(carrier.placed).toBe(2);
});
