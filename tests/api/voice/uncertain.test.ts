import { setAheadBy, appForFile, balanceOf, funded, type TestActor } from '../../kit/index.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { claimDue } from '../../../src/services/voice/running/claim-due.ts';
import { order, pass, passToAnswer, readCall, hangUp } from './calls.ts';
import { DifficultCarrier } from './difficult.ts';

const carrier = new DifficultCarrier();
let person: TestActor;
const app = await appForFile({ background: false, adapters: [carrier.adapter], soundBooks: true });
beforeEach(async () => {
  Object.assign(carrier, { placing: 'works', failingHangUps: 0, isSilent: false, placed: 0, hangUps: [] });
  person = await funded(app, '20.00');
});

async function uncertain(placing: 'lost on the way' | 'answer lost'): Promise<string> {
  carrier.placing = placing;
  const { id } = await order(person);
  await lookAfterCalls(app.deps);
  expect(await readCall(person, id)).toMatchObject({
    status: 'dialing',
    provider: 'sandbox',
    actualCost: '6.0000',
    error: null,
  });
  expect(await balanceOf(person)).toBe('14.00');
  return id;
}

/** Once the claim of whoever placed it is over. */
async function ask(): Promise<void> {
  app.clock.advance(31_000);
  await lookAfterCalls(app.deps);
}

test('a carrier that throws and has the call: it is found there, placed once, and charged by what it lasted', async () => {
  const id = await uncertain('answer lost');
  await lookAfterCalls(app.deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing' });
  await ask();
  expect(await readCall(person, id)).toMatchObject({ status: 'in-progress' });
  await pass(app, 91);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', duration: 90, actualCost: '0.2000' });
  expect(carrier.placed).toBe(1);
  expect(await balanceOf(person)).toBe('19.80');
});

test('a carrier that throws and has it not: the call fails, is not placed again, and costs nothing', async () => {
  const id = await uncertain('lost on the way');
  await ask();
  expect(await readCall(person, id)).toMatchObject({
    status: 'failed',
    error: 'The call could not be placed',
    actualCost: '0.0000',
  });
  expect(carrier.placed).toBe(1);
  expect(await balanceOf(person)).toBe('20.00');
});

test('a carrier that throws and is silent after that is waited for for a minute, not longer', async () => {
  const id = await uncertain('lost on the way');
  carrier.isSilent = true;
  await ask();
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing', actualCost: '6.0000' });
  await ask();
  expect(await readCall(person, id)).toMatchObject({
    status: 'failed',
    error: 'The carrier never said what became of this call: nothing is charged',
  });
  expect(await balanceOf(person)).toBe('20.00');
});

test('after PostgreSQL’s clock was set ahead, a call that another process places is left to it, and a new one is placed', async () => {
  const { id } = await order(person);
  await claimDue(app.deps, 10);
  app.clock.advance(3_600_000);
  const deps = { ...app.deps, clock: setAheadBy(3_600_000, app.clock) };
  const next = await order(person);
  await lookAfterCalls(deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'dialing', provider: null });
  expect(carrier.placed).toBe(1);
  // Several processes may ask about a carrier's call: it ends at its time.
  await hangUp(person, next.id);
  await lookAfterCalls(deps);
  expect(carrier.hangUps).toHaveLength(1);
  app.clock.advance(31_000);
  await lookAfterCalls(deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'failed', actualCost: '0.0000' });
});

test('a hang-up that is wanted while it is uncertain is passed on once the call is found', async () => {
  const id = await uncertain('answer lost');
  expect(await (await hangUp(person, id)).json()).toMatchObject({ status: 'dialing', hangUpRequested: true });
  expect(carrier.hangUps).toBeEmpty();
  await ask();
  await lookAfterCalls(app.deps);
  expect(carrier.hangUps).toHaveLength(1);
  await pass(app, 6);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', actualCost: '0.1000' });
  expect(await balanceOf(person)).toBe('19.90');
});

test('a hang-up that is wanted while it is uncertain is passed on when its carrier says that it rings', async () => {
  const id = await uncertain('answer lost');
  await hangUp(person, id);
  await pass(app, 1.1);
  expect(carrier.hangUps).toHaveLength(1);
  expect(await readCall(person, id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe('20.00');
});

test('a hang-up that fails stays wanted, is tried again, and what the call lasted until then is charged', async () => {
  const { id } = await order(person);
  await passToAnswer(app);
  carrier.failingHangUps = 2;
  expect((await hangUp(person, id)).status).toBe(200);
  for (const tries of [1, 2]) {
    await lookAfterCalls(app.deps);
    expect(carrier.hangUps).toHaveLength(tries);
    expect(await readCall(person, id)).toMatchObject({ status: 'in-progress', hangUpRequested: true });
    app.clock.advance(5001);
  }
  app.clock.advance(55_000);
  await pass(app, 0);
  expect(carrier.hangUps).toHaveLength(3);
  expect(await readCall(person, id)).toMatchObject({
    status: 'completed',
    hangUpRequested: false,
    billedMinutes: 2,
    actualCost: '0.2000',
  });
  expect(await balanceOf(person)).toBe('19.80');
});

test('a hang-up that failed while it rang is tried again although somebody answers meanwhile', async () => {
  const { id } = await order(person);
  await pass(app, 1.1);
  carrier.failingHangUps = 1;
  await hangUp(person, id);
  await lookAfterCalls(app.deps);
  expect(await readCall(person, id)).toMatchObject({ status: 'ringing', hangUpRequested: true });
  // News that it was answered comes before the next try.
  await pass(app, 1.1);
  await pass(app, 6);
  expect(carrier.hangUps).toHaveLength(2);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', actualCost: '0.1000' });
});

test('a hang-up that is always refused leaves the call to its end, and charges no more than it lasted', async () => {
  const { id } = await order(person);
  await passToAnswer(app);
  carrier.failingHangUps = Number.POSITIVE_INFINITY;
  await hangUp(person, id);
  for (let tries = 0; tries < 3; tries++) await pass(app, 6);
  expect(await readCall(person, id)).toMatchObject({ status: 'in-progress', hangUpRequested: true });
  expect((await hangUp(person, id)).status).toBe(200);
  await pass(app, 80);
  const tried = carrier.hangUps.length;
  expect(tried).toBeGreaterThanOrEqual(4);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', duration: 90, actualCost: '0.2000' });
  await pass(app, 3600);
  expect(carrier.hangUps).toHaveLength(tried);
});
