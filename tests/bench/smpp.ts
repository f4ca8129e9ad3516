import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { Gateway, type Login, makeGateway } from '../api/smpp/gateway.ts';
import { RunningClock, eventually, freePort, funded, startServerProcess, startTestApp } from '../kit/index.ts';
import { median } from './median.ts';

/**
 * `bun tests/bench/smpp.ts`: customers' gateways submit 500 messages a second, with and without reports, to a server
 * that dispatches them through a simulated carrier at the same time. Everything on the same processors.
 */
const GATEWAYS = 5;
/** Of each gateway: messages a second, and for how long. */
const PER_SECOND = 100;
const SECONDS = 20;
const TURN_MS = 50;
const WINDOW = 100;

async function bench(): Promise<void> {
  console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)} at the beginning`);
  const folder = await mkdtemp(join(tmpdir(), 'topline-smpp-bench-'));
  const server = await startEmbedded(folder);
  const connection = connect(server.url);
  const port = await freePort();
  const env = { SMPP_LISTEN: `127.0.0.1:${port}`, SANDBOX_CARRIERS: 'on', SANDBOX_PER_SECOND: '5000' };
  let topline: Awaited<ReturnType<typeof startServerProcess>> | null = null;
  try {
    await migrate(server.url);
    const setUp = await startTestApp({ databaseUrl: server.url, background: false, clock: new RunningClock() });
    const logins: Login[] = [];
    for (let each = 0; each < GATEWAYS; each++) {
      logins.push(await makeGateway(await funded(setUp, '100000.00'), { openRequests: WINDOW, perSecond: 200 }));
    }
    await setUp.stop();
    topline = await startServerProcess(server.url, env);
    for (const reports of [false, true]) {
      const gateways = await Promise.all(logins.map((login) => bound(port, login)));
      const startedAt = performance.now();
      const times = (await Promise.all(gateways.map((gateway) => load(gateway, reports)))).flat();
      const rate = times.length / ((performance.now() - startedAt) / 1000);
      if (reports) await reported(gateways, times.length);
      await Promise.all(gateways.map((gateway) => gateway.leave()));
      const [p50, p99] = [0.5, 0.99].map((share) => median(times, share).toFixed(0));
      const wanted = GATEWAYS * PER_SECOND * SECONDS;
      const what = `${GATEWAYS * PER_SECOND} a second for ${SECONDS} s ${reports ? 'with' : 'without'} reports`;
      console.log(`${what}: ${times.length} of ${wanted} accepted, ${rate.toFixed(0)} a second`);
      console.log(`answered in p50 ${p50} p99 ${p99} ms`);
    }
    console.log(`ledger: ${(await checkLedger(connection.sql)).length} discrepancies`);
  } finally {
    await topline?.stop();
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function bound(port: number, login: Login): Promise<Gateway> {
  const gateway = new Gateway(port);
  const status = await gateway.bind(login);
  if (status !== 0) throw new Error(`the bind was refused with ${status}`);
  return gateway;
}

/**
 * Submits at the rate, or as fast as the window lets it, and @returns how long each that was accepted took, in
 * milliseconds.
 */
async function load(gateway: Gateway, reports: boolean): Promise<number[]> {
  const answers: Promise<number | null>[] = [];
  const open = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  const count = PER_SECOND * SECONDS;
  while (answers.length < count) {
    const due = Math.min(count, ((performance.now() - startedAt) / 1000) * PER_SECOND);
    while (answers.length < due && open.size < WINDOW) {
      const answer = submit(gateway, answers.length, reports);
      answers.push(answer);
      open.add(answer);
      void answer.then(() => open.delete(answer));
    }
    await (open.size < WINDOW ? Bun.sleep(TURN_MS) : Promise.race(open));
  }
  return (await Promise.all(answers)).filter((time) => time !== null);
}

async function submit(gateway: Gateway, place: number, reports: boolean): Promise<number | null> {
  const startedAt = performance.now();
  const to = `+4479${String(10_001_000 + place)}`;
  const answer = await gateway.submit(to, `Reminder ${place}`, { registered_delivery: reports ? 1 : 0 });
  return answer?.command_status === 0 ? performance.now() - startedAt : null;
}

async function reported(gateways: readonly Gateway[], count: number): Promise<void> {
  const startedAt = performance.now();
  const come = () => gateways.reduce((sum, { delivered }) => sum + delivered.length, 0);
  await eventually('all reports', 120_000, async () => come() === count);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${count} reports came, the last ${seconds.toFixed(1)} s after the last answer`);
}

await bench();
