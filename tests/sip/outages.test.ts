import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sipDialog, sipReports } from '../../db/schema/index.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { trunkOf } from '../api/payments/orders.ts';
import { type Edge, freeSipPort, startEdge } from './edge.ts';
import { callFrom, expectPlayed, type Sipp, startCarrier } from './sipp.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM, type Trunk } from './trunk.ts';

/** What happens to calls when the edge or Topline dies during them. */

const LIMIT_SECONDS = 6;

let app: TestApp;
let carrier: Sipp;
let env: Record<string, string>;
beforeAll(async () => {
  carrier = await startCarrier('answers', await freeSipPort());
  env = {
    SIP_PROXY_TOKEN: PROXY_TOKEN,
    SIP_REALM: REALM,
    SIP_CALL_SECONDS: String(LIMIT_SECONDS),
    SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
    SANDBOX_CARRIERS: 'on',
  };
  app = await startTestApp({ clock: new RunningClock(), env });
});
afterAll(async () => {
  await carrier.stop();
  await expectSoundBooks(app);
  await app.stop();
});

const running = (trunk: Trunk, count: number) =>
  eventually(`${count} calls are answered`, async () => {
    const calls = await callsOf(trunk.person);
    // On a busy machine the first of them may be over before the last one is answered.
    return calls.filter(({ answeredAt }) => answeredAt !== null).length === count;
  });

const allEnded = (trunk: Trunk) =>
  eventually('all calls have ended', async () => {
    const calls = await callsOf(trunk.person);
    return calls.every(({ endedAt }) => endedAt !== null) && calls;
  });

/** What a busy machine may need until an edge that was killed looks at its calls again. */
const RESTART_SECONDS = 10;

/** Each of them lasted no longer than allowed and took one minute of the package, once. */
async function expectChargedOnce(trunk: Trunk, count: number): Promise<void> {
  const calls = await allEnded(trunk);
  expect(calls).toHaveLength(count);
  for (const call of calls) {
    expect(call).toMatchObject({
      status: 'completed',
      billedMinutes: 1,
      packageMinutes: 1,
      actualCost: '0.0000',
    });
    expect(call.duration).toBeLessThanOrEqual(LIMIT_SECONDS + RESTART_SECONDS);
  }
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: count });
}

test('an edge that is killed amid 50 calls ends each of them at its limit', async () => {
  const edge: Edge = await startEdge(app);
  const trunks = await Promise.all([makeTrunk(app, 'enterprise'), makeTrunk(app, 'enterprise')]);
  const calling = await Promise.all(
    trunks.map((trunk) =>
      callFrom(
        { ...trunk, edgePort: edge.port, script: { end: 'they hang up' } },
        { calls: 25, rate: 50, timeout: 20 },
      ),
    ),
  );
  await Promise.all(trunks.map((trunk) => running(trunk, 25)));
  await edge.kill();
  await edge.restart();
  await Promise.all(calling.map(expectPlayed));
  for (const trunk of trunks) await expectChargedOnce(trunk, 25);
  await edge.stop();
});

test('a call that its edge has forgotten ends when it is hung up, and is charged once', async () => {
  const edge = await startEdge(app);
  const trunk = await makeTrunk(app);
  const calling = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } });
  await running(trunk, 1);
  await edge.kill();
  await app.deps.db.delete(sipDialog);
  await edge.restart();
  const [call] = await callsOf(trunk.person);
  const hangUp = `/api/users/${trunk.person.id}/voice/${call?.id}/hang-up`;
  expect((await trunk.person.as(hangUp, { method: 'POST' })).status).toBe(200);
  expect(await allEnded(trunk)).toMatchObject([{ status: 'completed', billedMinutes: 1, packageMinutes: 1 }]);
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 1 });
  await calling.stop();
  await edge.stop();
});

test('while Topline is down calls go on, none begins, and what they came to is known afterwards', async () => {
  // The test's own server runs no chores, so everything that was claimed was claimed by the other.
  const still = await startTestApp({ clock: new RunningClock(), env, background: false });
  const topline = await startServerProcess(still.databaseUrl, env);
  const port = new URL(topline.url).port;
  const edge = await startEdge({ url: topline.url, databaseUrl: still.databaseUrl });
  const trunk = await makeTrunk(still);
  const call = await callFrom(
    { ...trunk, edgePort: edge.port, script: { end: 'we hang up', afterMs: 3000 } },
    { timeout: 20 },
  );
  await running(trunk, 1);
  await topline.kill();
  const refused = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'refused', status: 503 } });
  await expectPlayed(refused);
  await expectPlayed(call);
  const waiting = await still.deps.db.select({ kind: sipReports.kind }).from(sipReports);
  expect(waiting).toEqual([{ kind: 'ended' }]);
  expect((await callsOf(trunk.person))[0]).toMatchObject({ status: 'in-progress' });
  const again = await startServerProcess(still.databaseUrl, { ...env, PORT: port });
  await expectChargedOnce(trunk, 1);
  const next = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'we hang up', afterMs: 100 } });
  await expectPlayed(next);
  await edge.stop();
  await again.stop();
  await expectSoundBooks(still);
  await still.stop();
});
