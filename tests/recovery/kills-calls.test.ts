import { newDestination, orderCall, readCall } from '../api/voice/calls.ts';
import { VoiceCounterpart } from '../carriers/voice-counterpart.ts';
import type { Told } from '../carriers/voice-dialect.ts';
import { twilio } from '../carriers/voice-twilio.ts';
import { actorOf, balanceOf, eventually, expectSoundBooks, funded, RunningClock } from '../kit/index.ts';
import { readAs, withId } from '../kit/read.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';

const OF_EACH_STATE = 3;
const LASTED_SECONDS = 90;
/** Two begun minutes. */
const COST = 0.2;
const counterpart = new VoiceCounterpart(twilio);
// The real processes use the system's clock, so this does too.
const app = await counterpart.startApp([], new RunningClock());
// The program itself has every carrier that it has settings of.
const env = Object.fromEntries(
  Object.entries(counterpart.env).filter(([name]) => name.startsWith('TWILIO_') || name === 'PUBLIC_URL'),
);
const [doomed, survivor] = await Promise.all([
  startServerProcess(app.databaseUrl, env),
  startServerProcess(app.databaseUrl, env),
]);
const person = await funded(app, '50.00');
afterAll(async () => {
  await Promise.all([doomed.kill(), survivor.kill()]);
  await counterpart.stop();
  await app.stop();
});

interface Placed {
  id: string;
  carrierCallId: string;
  /** Has the carrier tell a process what became of the call. */
  tell(server: ServerProcess, kind: Told['kind'], seconds?: number): Promise<void>;
}

/** Orders a call of the process that will be killed, and waits until the carrier has it. */
async function place(): Promise<Placed> {
  const before = counterpart.newest;
  const { id } = await readAs(orderCall(actorOf(doomed, person), { destination: newDestination() }), withId);
  await eventually('the carrier has the call', async () => counterpart.newest !== before);
  const { newest: carrierCallId, placed: request } = counterpart;
  const tell = async (server: ServerProcess, kind: Told['kind'], seconds = 0) => {
    const { path, headers, body } = twilio.news(carrierCallId, request, { ...{ kind, seconds }, at: app.clock.now() });
    expect((await server.fetch(path, { method: 'POST', headers, body })).ok).toBe(true);
  };
  return { id, carrierCallId, tell };
}

async function placeSome(): Promise<Placed[]> {
  const calls: Placed[] = [];
  while (calls.length < OF_EACH_STATE) calls.push(await place());
  return calls;
}

const statesOf = (calls: readonly Placed[]) =>
  Promise.all(calls.map(async ({ id }) => (await readCall(actorOf(app, person), id)).status));
const all = <T>(state: T): T[] => Array.from({ length: OF_EACH_STATE }, () => state);

test('calls that are being placed, that ring and that are answered when their process is killed', async () => {
  const ringing = await placeSome();
  for (const { tell } of ringing) await tell(doomed, 'ringing');
  const answered = await placeSome();
  for (const { tell } of answered) {
    await tell(doomed, 'ringing');
    await tell(doomed, 'answered');
  }
  const awaited: AbortSignal[] = [];
  const gate = Promise.withResolvers<void>();
  counterpart.beforeAccepting = ({ signal }) => {
    awaited.push(signal);
    return gate.promise;
  };
  const unconfirmed = await placeSome();
  expect(await statesOf(ringing)).toEqual(all('ringing'));
  expect(await statesOf(answered)).toEqual(all('in-progress'));
  expect(await statesOf(unconfirmed)).toEqual(all('dialing'));

  await doomed.kill();
  await eventually('the carrier answers into the void', async () => awaited.some(({ aborted }) => aborted));
  gate.resolve();
  counterpart.lasted = { seconds: LASTED_SECONDS };
  // The carrier told the dead process of some: the sweep asks about calls that are due.
  const calls = [...ringing, ...answered, ...unconfirmed];
  const { sql } = app.deps;
  const now = app.clock.now().toISOString();
  const ids = sql(calls.map(({ id }) => id));
  await sql`update voice_calls set due_at = ${now}::timestamptz where id in ${ids}`;
  await eventually('the sweep has come by each', async () => {
    const due = await sql`select from voice_calls where id in ${ids} and due_at <= ${now}::timestamptz`;
    return due.length === 0;
  });
  // The carrier repeats undelivered news to the process that is left.
  for (const { tell } of unconfirmed) {
    await tell(survivor, 'ringing');
    await tell(survivor, 'answered');
    await tell(survivor, 'completed', LASTED_SECONDS);
  }
  await eventually('every call has ended', async () =>
    (await statesOf(calls)).every((status) => status === 'completed'),
  );
  const ended = { status: 'completed', duration: LASTED_SECONDS, billedMinutes: 2, actualCost: '0.2000' };
  for (const { id, tell } of calls) {
    // A carrier may tell it once more.
    await tell(survivor, 'completed', LASTED_SECONDS);
    expect(await readCall(actorOf(app, person), id)).toMatchObject(ended);
  }
  expect(Number(await balanceOf(person))).toBeCloseTo(50 - calls.length * COST, 6);
  expect(new Set(calls.map(({ carrierCallId }) => carrierCallId)).size).toBe(calls.length);
  const placings = counterpart.seen.filter(
    ({ method, url }) => method === 'POST' && new URL(url).pathname === twilio.placePath,
  );
  expect(placings).toHaveLength(calls.length);
  await expectSoundBooks(app);
}, 120_000);
