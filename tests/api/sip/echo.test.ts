import { askAsEdge } from '../../sip/as-edge.ts';
import { eq } from 'drizzle-orm';
import { events, sipReports } from '../../../db/schema/index.ts';
import { authorizeEchoCall, getTrunkEcho } from '../../../src/services/sip/echo/contract.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { appForFile, codeOf, readAnswer, suspend } from '../../kit/index.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM, type Trunk } from '../../sip/trunk.ts';
import { trunkOf } from '../payments/orders.ts';
import { digestOf } from '../trunks/digest.ts';

let trunk: Trunk;
const app = await appForFile({
  background: false,
  env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, RATE_LIMITS: 'on' },
  soundBooks: true,
});
beforeEach(async () => {
  trunk = await makeTrunk(app);
});

const ask = (more: object = {}, token?: string) =>
  askAsEdge(app, '/api/sip/echo-calls', { digest: digestOf(trunk.credentials), ...more }, token);

async function allowed(more: object = {}): Promise<string> {
  const { id, seconds } = await readAnswer(ask(more), authorizeEchoCall);
  expect(seconds).toBe(60);
  return id;
}

async function shown() {
  const { person, trunkId } = trunk;
  return readAnswer(person.as(`/api/users/${person.id}/voice-packages/${trunkId}/echo`), getTrunkEcho);
}

const report = (callId: string, more: Partial<typeof sipReports.$inferInsert>) =>
  app.deps.db.insert(sipReports).values({ callId, kind: 'ended', at: app.clock.now(), ...more });

async function timesTold(): Promise<number> {
  const told = await app.deps.db.select().from(events).where(eq(events.name, 'trunk-echo'));
  return told.filter(({ userId }) => userId === trunk.person.id).length;
}

test('a call is seen from its arrival to its end, whatever the order of its reports, and costs nothing', async () => {
  expect(await shown()).toEqual({ number: '*43', call: null });
  const id = await allowed();
  expect((await shown()).call).toMatchObject({ state: 'arrived', source: '192.0.2.9:5060', heard: null });
  await report(id, { kind: 'answered' });
  await report(id, { kind: 'sound', heard: 40, sent: 41 });
  await takeReports(app.deps);
  expect((await shown()).call).toMatchObject({ state: 'answered', heard: 40, sent: 41 });
  await report(id, { kind: 'ended', answeredAt: app.clock.now() });
  await report(id, { kind: 'sound', heard: 0, sent: 90 });
  await takeReports(app.deps);
  expect((await shown()).call).toMatchObject({ state: 'ended', sipStatus: null, heard: 40, sent: 90 });
  expect(await timesTold()).toBe(3);
  const { person, trunkId } = trunk;
  expect(await callsOf(person)).toEqual([]);
  expect(await trunkOf(person, trunkId)).toMatchObject({ minutesUsed: 0 });
});

test('one that is not answered says why', async () => {
  await report(await allowed(), { kind: 'failed', status: 488 });
  await takeReports(app.deps);
  expect((await shown()).call).toMatchObject({ state: 'failed', sipStatus: 488, answeredAt: null });
});

test('a trunk has one at a time, and may call again after it', async () => {
  const callId = crypto.randomUUID();
  const id = await allowed({ callId });
  // The edge asked twice.
  expect(await allowed({ callId })).toBe(id);
  expect(await codeOf(await ask())).toBe('too_many_calls');
  await report(id, { kind: 'ended' });
  await takeReports(app.deps);
  expect(await allowed()).not.toBe(id);
  // Its edge died with it.
  app.clock.advance(91_000);
  expect((await shown()).call).toMatchObject({ state: 'lost' });
  await allowed();
});

test('one of two calls at once is let in', async () => {
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('more than 30 in an hour are refused', async () => {
  const callId = crypto.randomUUID();
  for (let count = 1; count <= 30; count++) await allowed({ callId });
  expect(await codeOf(await ask({ callId }))).toBe('rate_limited');
});

test('it needs the edge’s token, the trunk’s secret and an account in use', async () => {
  expect(await codeOf(await ask({}, 'guessed'))).toBe('not_signed_in');
  const wrong = digestOf({ ...trunk.credentials, secret: 'guessed' });
  expect(await codeOf(await ask({ digest: wrong }))).toBe('bad_signature');
  await suspend(app, trunk.person);
  expect(await codeOf(await ask())).toBe('account_suspended');
});
