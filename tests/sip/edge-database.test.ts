import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { connectionsOf, edgeDatabase, requireConnections } from '../../src/services/sip/edge-database.ts';
import { eventually, forFile } from '../kit/index.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { callFrom, expectPlayed } from './sipp.ts';
import { registerDesk } from './telephone.ts';
import { callsOf, makeTrunk, PROXY_TOKEN } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { sipApp } from './sip-app.ts';

/** The account of the database that `bun run sip` gives an edge where the server is its own. */

const carrier = await forFile(openUdpCarrier(null));
const app = await sipApp({ SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}` });

test('an edge does all that it does with an account that sees no other table', async () => {
  const [url] = await Promise.all([1, 2].map(() => edgeDatabase(app.databaseUrl, PROXY_TOKEN)));
  const edge = await forFile(startEdge({ url: app.url, databaseUrl: url ?? '' }, { SIP_HEALTH_SECONDS: '1' }));
  await knowsCarriers(edge, ['sandbox']);
  const trunk = await makeTrunk(app, 'enterprise');
  await registerDesk(edge.port, trunk.credentials, { port: 9 });
  const script = { end: 'we hang up', afterMs: 100 } as const;
  const load = { calls: 24, rate: 100 };
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script }, load));
  await eventually('their reports have come', async () =>
    (await callsOf(trunk.person)).every(({ status }) => status === 'completed'),
  );
  expect(edge.log()).not.toContain('ERROR');
  const sql = postgres(url ?? '', { max: 1 });
  const [{ taken } = { taken: 0 }] = await sql<{ taken: number }[]>`
    select count(*)::integer as taken from pg_stat_activity where usename = current_user and datname = current_database()`;
  // This one is among them; each of them stays open for some time.
  expect(taken - 1).toBeWithin(1, connectionsOf({}) + 1);
  expect(connectionsOf({})).toBe(8);
  for (const table of ['users', 'sip_credentials', 'voice_calls']) {
    expect(await sql`select from ${sql(table)}`.catch(({ code }) => code)).toBe('42501');
  }
  await sql.end();
});

test('an edge whose pgbouncer is killed gets another one, which ends with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topline-edge-'));
  const edge = await startEdge(app, { SIP_RUN_DIR: folder });
  const pools = () =>
    Bun.spawnSync(['pgrep', '-f', `pgbouncer -q ${folder}`])
      .stdout.toString()
      .trim();
  const first = Number(pools());
  const trunk = await makeTrunk(app);
  await registerDesk(edge.port, trunk.credentials, { port: 9 });
  process.kill(first, 'SIGKILL');
  await eventually('another is there', async () => Number(pools()) > 0 && Number(pools()) !== first);
  await registerDesk(edge.port, trunk.credentials, { port: 9 });
  await edge.stop();
  await eventually('none is there', async () => pools() === '');
  await rm(folder, { recursive: true, force: true });
});

test('an edge that would take more connections than the database has left does not start', async () => {
  await requireConnections(app.databaseUrl, 1);
  expect(requireConnections(app.databaseUrl, 1_000_000)).rejects.toThrow(/connections left, and an edge takes 1000000/);
});
