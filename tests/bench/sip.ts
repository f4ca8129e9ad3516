import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import type { Credentials } from '../api/trunks/digest.ts';
import { eventually, RunningClock, startTestApp } from '../kit/index.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { startEdge } from '../sip/edge.ts';
import { freePort } from '../kit/free-port.ts';
import { makeTrunk, PROXY_TOKEN, REALM } from '../sip/trunk.ts';
import { startCarrier } from '../sip/sipp.ts';
import { runLoad } from './sip-load.ts';
import { median } from './median.ts';

/**
 * `bun tests/bench/sip.ts`: calls and registrations per second through the SIP edge with Topline behind it, beside
 * Kamailio alone with a script that always says yes, and what of the set-up time is Topline's. All over loopback and on
 * the same processors; the rounds alternate, and medians are taken.
 */
const ROUNDS = 3;
const TRUNKS = 40;
const CALLS = 600;
const REGISTRATIONS = 600;
const AT_ONCE = 100;
/** Calls per second while set-up times are taken, and how many. */
const STEADY = [
  { rate: 20, count: 300 },
  { rate: 50, count: 500 },
  { rate: 100, count: 1000, atOnce: 400 },
  { rate: 200, count: 2000, atOnce: 400 },
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
  const connection = connect(server.url);
  const ends: (() => Promise<unknown>)[] = [];
  try {
    await migrate(server.url);
    const carrierPort = await freePort();
    const env = {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SIP_CALLS_A_SECOND: '10000',
      SANDBOX_CARRIERS: 'on',
      // The secrets of SIP are sealed by it.
      SESSION_SECRET: 'a secret that both servers of the bench have',
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrierPort}`,
    };
    const setUp = await startTestApp({ databaseUrl: server.url, background: false, clock: new RunningClock(), env });
    const credentials: Credentials[] = [];
    for (let i = 0; i < TRUNKS; i++) credentials.push((await makeTrunk(setUp, 'enterprise')).credentials);
    await setUp.stop();
    const topline = await startServerProcess(server.url, env);
    ends.push(topline.stop);
    ends.push((await startCarrier('answers', carrierPort)).stop);
    const watch = watchTopline(topline.url);
    ends.push(() => watch.stop());
    const edgeOf = async (url: string, SIP_EDGE_ID: string): Promise<Contestant> => {
      const edge = await startEdge(
        { url, databaseUrl: server.url },
        // The callers of the bench answer no OPTIONS.
        { SIP_FLOOD: '10000000', SIP_CALLS_A_SECOND: '10000', SIP_ALIVE_SECONDS: '0', SIP_EDGE_ID },
      );
      ends.push(edge.stop);
      return { name: 'edge', port: edge.port };
    };
    const edge = await edgeOf(topline.url, '1');
    const alone = await startAlone(carrierPort, ends);
    const calls = { what: 'calls', credentials, count: CALLS, rate: 100_000, atOnce: AT_ONCE } as const;
    const registrations = { ...calls, what: 'registrations', count: REGISTRATIONS } as const;

    const rates = new Map<string, number[]>();
    const note = (name: string, rate: number) => rates.set(name, [...(rates.get(name) ?? []), rate]);
    for (let round = 0; round < ROUNDS; round++) {
      // A call that failed at one end goes on at the other until its limit.
      let isWhole = true;
      for (const { name, port } of [edge, alone]) {
        for (const order of [calls, registrations]) {
          const { rate, failures } = await runLoad({ ...order, port });
          note(`${order.what} ${name}`, rate);
          isWhole &&= failures === 0;
          if (failures > 0) console.log(`round ${round + 1}: ${failures} ${order.what} failed (${name})`);
        }
      }
      if (isWhole) await settled(connection.sql);
    }
    const rate = (name: string) => median(rates.get(name) ?? []);
    for (const what of ['calls', 'registrations']) {
      const [own, other] = [rate(`${what} edge`), rate(`${what} alone`)];
      console.log(
        `${what} per second: ${own.toFixed(0)} with Topline, ${other.toFixed(0)} by Kamailio alone, ${(own / other).toFixed(2)} of it`,
      );
    }
    const watched = await edgeOf(watch.url, '2');
    const held = await runLoad({ ...calls, ...HELD, port: edge.port });
    console.log(`${HELD.count} calls at one time for ${HELD.lastsMs / 1000} s: ${held.failures} failed`);
    tell('set-up', held.setUps);
    if (held.failures === 0) await settled(connection.sql);
    for (const steady of STEADY) {
      watch.forget();
      const byEdge = await runLoad({ ...calls, ...steady, port: watched.port });
      const byAlone = await runLoad({ ...calls, ...steady, port: alone.port });
      console.log(
        `at ${steady.rate} calls per second, of which ${byEdge.failures} of ${steady.count} failed, load ${loadavg()[0]?.toFixed(1)}:`,
      );
      tell('set-up, with Topline', byEdge.setUps);
      tell('set-up, by Kamailio alone', byAlone.setUps);
      tell('of it Topline’s part', watch.times());
      if (byEdge.failures === 0) await settled(connection.sql);
    }
    const discrepancies = await checkLedger(connection.sql);
    console.log(`ledger after the bench: ${discrepancies.length === 0 ? 'clean' : 'DOES NOT ADD UP'}`);
    console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
    if (discrepancies.length > 0) process.exitCode = 1;
  } finally {
    for (const end of ends.toReversed()) await end();
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until every call is over and charged, so that no round works for the one before. */
const settled = (sql: ReturnType<typeof connect>['sql']) =>
  eventually('all calls are charged', BUSY_MS, async () => {
    const [row] = await sql`select count(*)::integer as open from voice_calls where ended_at is null`;
    return row?.open === 0;
  });

/** On a busy machine it takes so long at most. */
const BUSY_MS = 180_000;

/** Passes on what an edge asks, and takes the time until Topline has answered for a call. */
function watchTopline(url: string): {
  url: string;
  times(): number[];
  forget(): void;
  stop(): Promise<void>;
} {
  const taken: number[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const body = await request.text();
      const begun = performance.now();
      const answer = await fetch(url + pathname, { method: request.method, headers: request.headers, body });
      const text = await answer.text();
      if (pathname === '/api/sip/calls') taken.push(performance.now() - begun);
      return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    times: () => taken.toSorted((a, b) => a - b),
    forget: () => taken.splice(0),
    stop: () => server.stop(true),
  };
}

/** Kamailio with a script that asks nobody. */
async function startAlone(carrierPort: number, ends: (() => Promise<unknown>)[]): Promise<Contestant> {
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

const tell = (what: string, times: readonly number[]): void =>
  console.log(`  ${what}: p50 ${of(times, 0.5)} ms, p99 ${of(times, 0.99)} ms (${times.length} calls)`);
const of = (times: readonly number[], share: number): string => median(times, share).toFixed(1);

await bench();
