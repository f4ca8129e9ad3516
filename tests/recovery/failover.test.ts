import { migrate } from '../../db/migrate.ts';
import { connect } from '../../db/client.ts';
import { appForFile, eventually, forFile, funded, newNumber, startServerProcess } from '../kit/index.ts';
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
const env = { DATABASE_REPLICA_URL: replicated.replicaUrl };
const app = await appForFile({ databaseUrl: replicated.url, background: false, env });
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

test('an export comes from the replica while that is a few seconds late, and then from the primary', async () => {
  const person = await funded(app, '10.00');
  const { sql, close } = connect(replicated.replicaUrl, { connections: 1 });
  const add = async () => {
    const number = newNumber();
    expect((await person.as(`/api/users/${person.id}/contacts`, { json: { number } })).status).toBe(201);
    return number;
  };
  const hasAll = async (...numbers: string[]) => {
    const file = await (await person.as(`/api/users/${person.id}/contacts.csv`)).text();
    return numbers.every((number) => file.includes(number));
  };
  const known = await add();
  await eventually('the replica has it', FAILED_OVER_WITHIN_MS, () => hasAll(known));
  // A reader of the replica keeps back the log from here on, for half a minute at most.
  await sql`begin`;
  await sql`select from number_ports`;
  await app.deps.sql.begin((tx) => tx`lock table number_ports in access exclusive mode`);
  const added = await add();
  expect(await hasAll(added)).toBe(false);
  await eventually('the primary is asked', 20_000, () => hasAll(added));
  await close();
}, 180_000);

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
    expect((await person.as(`/api/users/${person.id}/sms.csv`)).status).toBe(200);
  }, 180_000);
}
