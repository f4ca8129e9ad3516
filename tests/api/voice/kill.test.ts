import { afterEach, beforeEach, expect, test } from 'bun:test';
import { balanceOf, funded, type TestActor } from '../../kit/actors.ts';
import { eventually, expectSoundBooks, RunningClock, startTestApp, type TestApp } from '../../kit/index.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';
import { ENDING, newDestination, order, readCall } from './calls.ts';

/** Takes the orders, and does nothing about them. */
let app: TestApp;
let person: TestActor;
const servers: ServerProcess[] = [];
beforeEach(async () => {
  app = await startTestApp({ background: false, clock: new RunningClock() });
  person = await funded(app, '100.00');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await app.stop();
});

async function startServer(): Promise<ServerProcess> {
  const server = await startServerProcess(app.databaseUrl, { SANDBOX_CARRIERS: 'on' });
  servers.push(server);
  return server;
}

const handedOver = () => app.deps.sql<{ reference: string }[]>`select reference from sandbox_calls`;

test('killed while it places calls, the server leaves none placed twice, lost or charged', async () => {
  const ordered = await Promise.all(
    Array.from({ length: 10 }, () => order(person, { destination: newDestination(ENDING.busy) })),
  );
  expect(await balanceOf(person)).toBe('40.00');
  const first = await startServer();
  await eventually('some calls are with their carrier', async () => (await handedOver()).length > 0);
  await first.kill();
  // The dead process's claims last half a minute; the test does not wait for that.
  await app.deps.sql`update voice_calls set due_at = now() where ended_at is null`;
  await startServer();
  const ended = await eventually(
    'every call has its end',
    async () => {
      const calls = await Promise.all(ordered.map(({ id }) => readCall(person, id)));
      return calls.every(({ endedAt }) => endedAt !== null) && calls;
    },
    // Where the carrier knew no more when it was asked, it is asked again after a minute.
    90_000,
  );
  const placed = (await handedOver()).map(({ reference }) => reference);
  expect(placed.length).toBeGreaterThan(0);
  expect(new Set(placed).size).toBe(placed.length);
  for (const { id, status } of ended) expect(status).toBe(placed.includes(id) ? 'busy' : 'failed');
  expect(await balanceOf(person)).toBe('100.00');
  await expectSoundBooks(app);
}, 150_000);
