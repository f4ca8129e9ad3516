import { Database } from 'bun:sqlite';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sipCalls, sipReports } from '../../db/schema/index.ts';
import { findLooseCalls } from '../../src/admin/comparisons/get-comparisons.ts';
import { appForFile, forFile, eventually, expectSoundBooks, RunningClock, startTestApp } from '../kit/index.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';
import { trunkOf } from '../api/payments/orders.ts';
import { type Edge, startEdge } from './edge.ts';
import { freePort } from '../kit/free-port.ts';
import { callFrom, type CallScript, expectPlayed, startCarrier } from './sipp.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM, type Trunk } from './trunk.ts';

const LIMIT_SECONDS = 8;
const DOWN_MS = 30_000;
const carrier = await forFile(startCarrier('answers', await freePort()));
const env = {
  SIP_PROXY_TOKEN: PROXY_TOKEN,
  SIP_REALM: REALM,
  SIP_CALL_SECONDS: String(LIMIT_SECONDS),
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
  SANDBOX_CARRIERS: 'on',
};
const app = await appForFile({ clock: new RunningClock(), env, soundBooks: true });

/** A machine with other work may need this for 50 calls: the test waits for it, and measures nothing by it. */
const PATIENCE_MS = 90_000;
/** A call that nobody ends would last for an hour. */
const LATE_MS = 30_000;

const running = (trunk: Trunk, count: number) =>
  eventually(`${count} calls are answered`, PATIENCE_MS, async () => {
    const calls = await callsOf(trunk.person);
    // On a busy machine the first of them may be over before the last one is answered.
    return calls.filter(({ answeredAt }) => answeredAt !== null).length === count;
  });

const allEnded = (trunk: Trunk) =>
  eventually('all calls have ended', PATIENCE_MS, async () => {
    const calls = await callsOf(trunk.person);
    return calls.every(({ endedAt }) => endedAt !== null) && calls;
  });

/** Each of them ended at its limit, or when its edge was back, and took one minute of the package, once. */
async function expectChargedOnce(trunk: Trunk, { count, back }: { count: number; back: number }): Promise<void> {
  const calls = await allEnded(trunk);
  expect(calls).toHaveLength(count);
  for (const call of calls) {
    expect(call).toMatchObject({ status: 'completed', billedMinutes: 1, packageMinutes: 1, actualCost: '0.0000' });
    const limit = Date.parse(call.answeredAt ?? '') + LIMIT_SECONDS * 1000;
    expect(Date.parse(call.endedAt ?? '')).toBeLessThan(Math.max(limit, back) + LATE_MS);
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
        { calls: 25, rate: 10, timeout: 120 },
      ),
    ),
  );
  await Promise.all(trunks.map((trunk) => running(trunk, 25)));
  await edge.kill();
  await edge.restart();
  const back = Date.now();
  await Promise.all(calling.map(expectPlayed));
  for (const trunk of trunks) await expectChargedOnce(trunk, { count: 25, back });
  await edge.stop();
}, 180_000);

test('a call that its edge has forgotten ends when it is hung up, and is charged once', async () => {
  const edge = await startEdge(app);
  const trunk = await makeTrunk(app);
  const calling = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } });
  await running(trunk, 1);
  const [call] = await callsOf(trunk.person);
  const { sql } = app.deps;
  await sql`update sip.calls set start_time = start_time - 300`;
  expect(await findLooseCalls(app.deps)).toHaveLength(0);
  await sql`update sip.calls set record = replace(record, encode(${call?.id ?? ''}::text::bytea, 'hex'), '2d')`;
  expect(await findLooseCalls(app.deps)).toHaveLength(1);
  await edge.kill();
  await app.deps.db.delete(sipCalls);
  await edge.restart();
  const hangUp = `/api/users/${trunk.person.id}/voice/${call?.id}/hang-up`;
  expect((await trunk.person.as(hangUp, { method: 'POST' })).status).toBe(200);
  expect(await allEnded(trunk)).toMatchObject([{ status: 'completed', billedMinutes: 1, packageMinutes: 1 }]);
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 1 });
  await calling.stop();
  await edge.stop();
}, 120_000);

test('an edge that is killed amid a call says the second of its answer, and no earlier one', async () => {
  await using still = await startTestApp({ clock: new RunningClock(), env, background: false });
  const edge = await startEdge(still);
  const trunk = await makeTrunk(still);
  const said = (kind: 'answered' | 'ended') =>
    eventually(`it was said: ${kind}`, PATIENCE_MS, async () => {
      const reports = await still.deps.db.select().from(sipReports);
      return reports.find((each) => each.kind === kind);
    });
  const calling = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } });
  const { at } = await said('answered');
  await edge.kill();
  await edge.restart();
  const ended = await said('ended');
  const later = (ended.answeredAt?.getTime() ?? 0) - at.getTime();
  // The two moments of an answer are some milliseconds apart.
  expect(later).toBeGreaterThan(-100);
  expect(later).toBeLessThanOrEqual(1100);
  expect(ended.answeredAt?.getMilliseconds()).toBe(0);
  await calling.stop();
  await edge.stop();
}, 120_000);

test('half a minute without Topline: calls go on, none begins, and what they came to is known afterwards, though the edge dies', async () => {
  // Both servers open what the other one has sealed.
  const lasting = { ...env, SIP_CALL_SECONDS: '300', SESSION_SECRET: 'a secret that both servers of this test have' };
  // The test's own server runs no chores, so everything that was claimed was claimed by the other.
  await using still = await startTestApp({ clock: new RunningClock(), env: lasting, background: false });
  const topline = await startServerProcess(still.databaseUrl, lasting);
  const port = new URL(topline.url).port;
  const way = await openTcpProxy(still.databaseUrl);
  const state = await mkdtemp(join(tmpdir(), 'topline-state-'));
  const edge = await startEdge({ url: topline.url, databaseUrl: way.url }, { SIP_STATE_DIR: state });
  const [short, long] = [await makeTrunk(still), await makeTrunk(still)];
  const callOf = (trunk: Trunk, script: CallScript) =>
    callFrom({ ...trunk, edgePort: edge.port, script }, { timeout: 120 });
  const begun = Date.now();
  const calls = [
    await callOf(short, { end: 'we hang up', afterMs: 8000 }),
    await callOf(long, { end: 'we hang up', afterMs: DOWN_MS + 5000 }),
  ] as const;
  await Promise.all([running(short, 1), running(long, 1)]);
  await topline.kill();
  const downSince = Date.now();
  await expectPlayed(await callOf(short, { end: 'refused', status: 503 }));
  // The database is out of reach, too: what the edge has to report is nowhere but with itself.
  way.mode('refuse');
  way.reset();
  await expectPlayed(calls[0]);
  const shortEnded = Date.now();
  const file = new Database(join(state, 'reports.sqlite'));
  file.run('pragma busy_timeout = 5000');
  await eventually('the end is in the file', async () => file.query('select 1 from reports').get() !== null);
  await edge.kill();
  way.mode('carry');
  await edge.restart();
  await expectPlayed(calls[1]);
  expect(Date.now() - downSince).toBeGreaterThan(DOWN_MS);
  const again = await startServerProcess(still.databaseUrl, { ...lasting, PORT: port });
  for (const trunk of [short, long]) {
    const [call] = await allEnded(trunk);
    expect(call).toMatchObject({ status: 'completed', actualCost: '0.0000' });
    expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: call?.billedMinutes });
  }
  // By its own length: not until the edge, or Topline, was there again.
  const [first] = await callsOf(short.person);
  expect(first?.duration).toBeLessThanOrEqual(Math.ceil((shortEnded - begun) / 1000) + 1);
  const [second] = await callsOf(long.person);
  expect(second?.duration).toBeGreaterThan(DOWN_MS / 1000);
  await expectPlayed(await callOf(long, { end: 'we hang up', afterMs: 100 }));
  await allEnded(long);
  await edge.stop();
  await again.stop();
  await way.stop();
  await expectSoundBooks(still);
}, 180_000);
