import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import type { Credentials } from '../api/trunks/digest.ts';
import { RunningClock, eventually, freePort, startServerProcess, startTestApp } from '../kit/index.ts';
import { startEdge } from '../sip/edge.ts';
import { makeTrunk, PROXY_TOKEN, REALM } from '../sip/trunk.ts';
import { openUdpCarrier } from '../sip/udp-carrier.ts';
import { type LoadAnswer, type LoadOrder, runLoad } from './sip-load.ts';
import { median } from './median.ts';

/**
 * `bun tests/bench/sip.ts`: calls per second through the SIP edge with Topline behind it, beside
 * Kamailio alone with a script that always says yes, and the set-up times of both, by one clock for both ends of a call. All over
 * loopback and on the same processors; the rounds alternate, and medians are taken. With `set-up` those times only.
 */
const ROUNDS = 3;
const TRUNKS = 40;
const CALLS = 600;
const AT_ONCE = 100;
/** Calls per second while set-up times are taken, and how many. */
const STEADY = [
  { rate: 1, count: 15 },
  { rate: 50, count: 300 },
  { rate: 100, count: 600, atOnce: 400 },
  { rate: 200, count: 1200, atOnce: 400 },
];
/** So many calls there are at one time, each for a minute. */
const HELD = { rate: 40, count: 1000, atOnce: 1000, lastsMs: 60_000 };
const ALWAYS = join(import.meta.dir, 'sip-always.cfg');

interface Contestant {
  name: string;
  port: number;
}

async function bench(): Promise<void> {
  console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)} at the beginning`);
  const folder = await mkdtemp(join(tmpdir(), 'topline-sip-bench-'));
  const server = await startEmbedded(folder);
  const { sql, close } = connect(server.url);
  const ends: (() => unknown)[] = [];
  try {
    await migrate(server.url);
    const carrier = await openUdpCarrier(null);
    ends.push(() => carrier.close());
    const env = {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SIP_CALLS_A_SECOND: '10000',
      SANDBOX_CARRIERS: 'on',
      // The secrets of SIP are sealed by it.
      SESSION_SECRET: 'a secret that both servers of the bench have',
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
    };
    const setUp = await startTestApp({ databaseUrl: server.url, background: false, clock: new RunningClock(), env });
    const credentials: Credentials[] = [];
    for (let i = 0; i < TRUNKS; i++) credentials.push((await makeTrunk(setUp, 'enterprise')).credentials);
    await setUp.stop();
    const topline = await startServerProcess(server.url, env);
    ends.push(topline.stop);
    const { port, stop } = await startEdge(
      { url: topline.url, databaseUrl: server.url },
      // The callers of the bench answer no OPTIONS.
      { SIP_FLOOD: '10000000', SIP_CALLS_A_SECOND: '10000', SIP_ALIVE_SECONDS: '0' },
    );
    ends.push(stop);
    const edge = { name: 'edge', port };
    const contestants = [edge, await startAlone(carrier.port, ends)];
    const order = { carrier, credentials, count: CALLS, rate: 100_000, atOnce: AT_ONCE } as const;
    if (process.argv[2] !== 'set-up') {
      await compareRates(contestants, order, sql);
      const held = await runLoad({ ...order, ...HELD, port });
      console.log(`${HELD.count} calls at one time for ${HELD.lastsMs / 1000} s: ${held.failures} failed`);
      tell('edge', held);
      if (held.failures === 0) await settled(sql);
    }
    // The first calls after a start open connections and have statements planned.
    await runLoad({ ...order, rate: 50, count: 300, port });
    await settled(sql);
    // PostgreSQL counts the rows of a table by itself a minute after they came; its plans are made by that.
    await sql`analyze`;
    for (const steady of STEADY) {
      console.log(`at ${steady.rate} calls per second, load ${loadavg()[0]?.toFixed(1)}:`);
      for (let round = 0; round < ROUNDS; round++) {
        for (const { name, port } of contestants) {
          const answer = await runLoad({ ...order, ...steady, port });
          tell(name, answer);
          if (name === 'edge' && answer.failures === 0) await settled(sql);
        }
      }
    }
    const discrepancies = await checkLedger(sql);
    console.log(`ledger after the bench: ${discrepancies.length === 0 ? 'clean' : 'DOES NOT ADD UP'}`);
    console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
    if (discrepancies.length > 0) process.exitCode = 1;
  } finally {
    for (const end of ends.toReversed()) await end();
    await close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says how many calls each carries in a second. */
async function compareRates(contestants: Contestant[], order: Omit<LoadOrder, 'port'>, sql: Sql): Promise<void> {
  const rates = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    // A call that failed at one end goes on at the other until its limit.
    let isWhole = true;
    for (const { name, port } of contestants) {
      const { rate, failures } = await runLoad({ ...order, port });
      rates.set(name, [...(rates.get(name) ?? []), rate]);
      isWhole &&= failures === 0;
      if (failures > 0) console.log(`round ${round + 1}: ${failures} failed (${name})`);
    }
    if (isWhole) await settled(sql);
  }
  const [own = 0, other = 0] = contestants.map(({ name }) => median(rates.get(name) ?? []));
  console.log(`calls per second: ${own.toFixed(0)} with Topline, ${other.toFixed(0)} by Kamailio alone`);
}

type Sql = ReturnType<typeof connect>['sql'];

/** Waits until every call is over and charged, so that no round works for the one before. */
const settled = (sql: Sql) =>
  eventually('all calls are charged', BUSY_MS, async () => {
    const [row] = await sql`select count(*)::integer as open from voice_calls where ended_at is null`;
    return row?.open === 0;
  });

/** On a busy machine it takes so long at most. */
const BUSY_MS = 180_000;

/** Kamailio with a script that asks nobody. */
async function startAlone(carrierPort: number, ends: (() => unknown)[]): Promise<Contestant> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'topline-alone-'));
  const file = join(folder, 'settings.cfg');
  await Bun.write(
    file,
    `#!KAMAILIO
#!define WORKERS 8
#!define CARRIER "127.0.0.1:${carrierPort}"
listen=udp:127.0.0.1:${port}
include_file "${ALWAYS}"
`,
  );
  const child = Bun.spawn(['kamailio', '-f', file, '-DD', '-E', '-w', folder, '-Y', folder, '-m', '64', '-M', '8'], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  ends.push(async () => {
    child.kill('SIGTERM');
    await child.exited;
    await rm(folder, { recursive: true, force: true });
  });
  await Bun.sleep(1000);
  if (child.exitCode !== null) throw new Error('Kamailio alone did not start');
  return { name: 'alone', port };
}

function tell(name: string, { setUps, answers, failures }: LoadAnswer): void {
  const of = (times: number[]) => `p50 ${median(times).toFixed(1)} ms, p99 ${median(times, 0.99).toFixed(1)} ms`;
  console.log(`  ${name}: at the carrier ${of(setUps)}; answered ${of(answers)}; ${failures} failed`);
}

await bench();
