import { migrate } from '../../db/migrate.ts';
import { appForFile, forFile, funded, startServerProcess } from '../kit/index.ts';
import { startReplicated } from '../kit/patroni.ts';
import { SENDERS, Senders } from './senders.ts';

/**
 * PostgreSQL fails over to a synchronous replica while 50 charges at once are in progress: once as planned, once
 * because the primary's machine is lost. Patroni, etcd and HAProxy are those of Debian.
 */

/** The time in which Patroni declares a primary lost and elects another, and the program finds that one. */
const FAILED_OVER_WITHIN_MS = 120_000;
const replicated = await forFile(startReplicated());
await migrate(replicated.url);
const app = await appForFile({ databaseUrl: replicated.url, background: false });
const server = await forFile(startServerProcess(replicated.url, { SANDBOX_CARRIERS: 'on' }));
afterEach(() => replicated.restore(), 120_000);

const LOSSES: [string, () => Promise<void>][] = [
  ['handed over in good order', () => replicated.switchOver()],
  ['lost alone', () => replicated.losePrimary('server')],
  ['lost with its machine', () => replicated.losePrimary('machine')],
];

test('a copy shows in the metrics with how far it is behind', async () => {
  const metrics = await (await server.fetch('/metrics')).text();
  expect(metrics).toMatch(/^database_copy_lag_seconds\{copy="[^"]+"\} [\d.e-]+$/m);
});

for (const [how, lose] of LOSSES) {
  test(`a primary that is ${how} under ${SENDERS} charges at once takes no charge with it, and none is made twice`, async () => {
    const person = await funded(app, '2000.00');
    const before = await replicated.primary();
    const senders = new Senders([server], person);
    await senders.moreAccepted(FAILED_OVER_WITHIN_MS);
    await lose();
    await senders.moreAccepted(FAILED_OVER_WITHIN_MS);
    await senders.stop();
    console.log(`${how}: nothing was accepted for ${Math.round(senders.longestPauseMs)} ms`);
    expect(await replicated.primary()).not.toBe(before);
    await senders.expectAllOnce(app.deps.sql, 2000);
    expect((await server.fetch('/readyz')).status).toBe(200);
  }, 180_000);
}
