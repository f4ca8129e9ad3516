import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { type BulkAcceptance, type BulkKind, measureBulk } from './bulk.ts';
import { fillContacts, measureContactSearches } from './contacts.ts';
import { makeBenchDeck, sellByBenchDeck } from './deck.ts';
import { firstLine } from './first-line.ts';
import { measureVerifyToEvent } from './live-latency.ts';
import { median } from './median.ts';
import { type LoadJob, loadResult } from './load.ts';
import { measureMessageCost } from './message-cost.ts';
import { type Person, populate } from './population.ts';
import { benchScale } from './scale.ts';
import { fill } from './scale-fill.ts';
import { measureNchan, measureStreams } from './streams.ts';
import { parseAs } from '../kit/read.ts';

/**
 * Measures what the design promises, as ratios within one run: absolute figures say more about the
 * machine than about the program. The rounds alternate between the contestants and medians are taken,
 * so that a slow moment of the machine affects all of them equally. PostgreSQL keeps its normal durability.
 *
 * The server runs without its chores: the bench measures the answer to a send, with its charge, its
 * place in the queue, its event and its idempotency key, as on both other servers. The message to
 * 100,000 recipients goes to a server with chores, which sends at the same time. `--message` measures only the
 * cost of one message, `--scale` a big database against an empty one.
 */
const ROUNDS = 4;
const CONCURRENCY = 50;
const TIMES = { warmUpSeconds: 1, seconds: 3 };
const PAYMENTS = 300;

interface Figure {
  what: string;
  target: string;
  result: string;
  met: boolean;
}

function figure(
  what: string,
  value: number,
  sign: '<' | '<=' | '>=',
  target: number,
  unit: string,
  digits = 0,
): Figure {
  const met = sign === '>=' ? value >= target : sign === '<' ? value < target : value <= target;
  return { what, target: `${sign} ${target} ${unit}`, result: `${value.toFixed(digits)} ${unit}`, met };
}

async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-bench-'));
  const server = await startEmbedded(folder);
  const connection = connect(server.url);
  const children: Bun.Subprocess[] = [];
  try {
    await migrate(server.url);
    // PostgreSQL plans as in use only for tables that have rows and statistics.
    if (process.argv.includes('--message')) await fill(connection, { users: 1000, transactionsEach: 10 });
    const { senders, readers, admin } = await populate(connection);
    const env = { ...process.env, DATABASE_URL: server.url, NODE_ENV: 'production' };
    const start = async (command: string[]) => {
      const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit', cwd: import.meta.dir });
      children.push(child);
      return firstLine(child.stdout);
    };
    const app = await start([process.execPath, 'server.ts']);
    const peer = Bun.which('node') ? await start(['node', 'peer.mjs']) : null;
    if (!peer) console.log('node is not installed: nothing to compare with beside PostgreSQL itself');

    const { rows, notHot, serverMs, databaseMs } = await measureMessageCost(connection.sql, {
      ...{ databaseUrl: server.url, people: senders },
    });
    const cost = [
      figure('a message to its report, rows written', rows, '<=', 8, '', 1),
      figure('a message to its report, updates that are not HOT', notHot, '<=', 5, '', 1),
      figure('a message to its report, time of the server', serverMs, '<=', 0.3, 'ms', 2),
      figure('a message to its report, time of PostgreSQL', databaseMs, '<=', 0.6, 'ms', 2),
    ];
    if (process.argv.includes('--message')) return report(cost);
    const latency = await measureVerifyToEvent(app, admin, readers.slice(0, 10), PAYMENTS);
    await makeBenchDeck(connection);
    const rates = await measureRates({ app, peer, senders, readers, env, connection });
    const [sender] = senders;
    if (!sender) throw new Error('the bench needs a sender');
    const streams = await benchStreams(await start([process.execPath, 'server.ts']), children, {
      reader: readers[0],
      admin,
    });
    const bulk: Figure[] = [];
    for (const kind of ['same', 'personal'] as const) {
      const sending = await start([process.execPath, 'server.ts', '--with-chores']);
      bulk.push(...bulkFigures(kind, await measureBulk(sending, children.at(-1)?.pid ?? 0, sender, kind)));
    }
    await fillContacts(connection, sender);
    const search = await measureContactSearches(app, sender);
    report([
      ...cost,
      ...rates,
      figure('admin verify → event read, p50', latency.p50, '<', 10, 'ms', 1),
      figure('admin verify → event read, p99', latency.p99, '<', 50, 'ms', 1),
      ...bulk,
      ...streams,
      figure('1,000,000 contacts, slowest search, median', search, '<=', 50, 'ms'),
    ]);
    const discrepancies = await checkLedger(connection.sql);
    console.log(`\nledger after the bench: ${discrepancies.length === 0 ? 'clean' : 'DOES NOT ADD UP'}`);
    for (const { rule, subject, expected, found } of discrepancies.slice(0, 5)) {
      console.log(`${rule}, ${subject}: ${expected} expected, ${found} found`);
    }
    if (discrepancies.length > 0) process.exitCode = 1;
  } finally {
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exited));
    await connection.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function bulkFigures(kind: BulkKind, { seconds, megabytes }: BulkAcceptance): Figure[] {
  const what = kind === 'same' ? 'one SMS to 100,000' : 'one personal SMS to 100,000';
  return [
    figure(`${what}, accepted within`, seconds, '<', 3, 's', 1),
    figure(`${what}, memory up by`, megabytes, '<', 300, 'MB'),
  ];
}

/** Uses a separate server, the last one that was started, so that nothing else has increased its memory. */
async function benchStreams(
  url: string,
  children: readonly Bun.Subprocess[],
  { reader, admin }: { reader: Person | undefined; admin: Person },
): Promise<Figure[]> {
  if (!reader) throw new Error('the bench needs a reader');
  const nchan = await measureNchan();
  if (!nchan) console.log('nginx with nchan is not installed: nothing to compare the streams with');
  const ours = await measureStreams(url, children.at(-1)?.pid ?? 0, reader, admin);
  const ratio = nchan && ours.milliseconds / nchan.milliseconds;
  return [
    figure('10,000 open streams, memory of each', ours.kilobytesEach, '<=', 6, 'kB', 1),
    ...(ratio ? [figure('10,000 open streams, last one reached, × nchan', ratio, '<=', 1, 'x', 2)] : []),
  ];
}

interface Contest {
  app: string;
  peer: string | null;
  senders: Person[];
  readers: Person[];
  env: Record<string, string | undefined>;
  connection: Connection;
}

async function measureRates({ app, peer, senders, readers, env, connection }: Contest): Promise<Figure[]> {
  const rates = new Map<string, number[]>();
  const measure = async (name: string, program: string, job: object) => {
    const rate = await runLoad(program, { connections: CONCURRENCY, concurrency: CONCURRENCY, ...TIMES, ...job }, env);
    rates.set(name, [...(rates.get(name) ?? []), rate]);
    console.log(`  ${name.padEnd(28)} ${rate.toFixed(0).padStart(7)} /s`);
  };
  const contestants = [{ name: 'topline', url: app }, ...(peer ? [{ name: 'peer', url: peer }] : [])];
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    await measure('send, straight', 'straight.ts', { people: senders });
    const both = [
      () => measure('send, topline', 'load.ts', { url: app, what: 'send', people: senders }),
      async () => {
        await sellByBenchDeck(connection, true);
        await measure('send, by price list', 'load.ts', { url: app, what: 'send', people: senders });
        await sellByBenchDeck(connection, false);
      },
    ];
    // The tables grow from one to the next: so each comes first in turn.
    for (const send of round % 2 === 1 ? both : both.toReversed()) await send();
    if (peer) await measure('send, peer', 'load.ts', { url: peer, what: 'send', people: senders });
    for (const what of ['user', 'list'] satisfies LoadJob['what'][]) {
      for (const { name, url } of contestants)
        await measure(`${what}, ${name}`, 'load.ts', { url, what, people: readers });
    }
  }
  const ratio = (one: string, other: string) => median(rates.get(one)) / median(rates.get(other));
  const against = (what: string, target: number, title: string): Figure =>
    figure(title, ratio(`${what}, topline`, `${what}, peer`), '>=', target, 'x', 2);
  const straight = 100 * ratio('send, topline', 'send, straight');
  const byList = 100 * ratio('send, by price list', 'send, topline');
  return [
    figure('charged SMS, share of the statement alone', straight, '>=', 65, '%'),
    figure('charged SMS by a list of 200,000 prices, share of the flat price', byList, '>=', 95, '%'),
    ...(peer
      ? [
          against('send', 2.2, 'charged SMS, against Fastify with pg'),
          against('user', 2.2, 'reading a user, against Fastify with pg'),
          against('list', 1.3, 'listing 100 transactions, against Fastify with pg'),
        ]
      : []),
  ];
}

/** Runs a load in a separate process. @throws if any request did not succeed */
async function runLoad(program: string, job: object, env: Contest['env']): Promise<number> {
  const command = [process.execPath, program, JSON.stringify(job)];
  const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'inherit', cwd: import.meta.dir });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${program} failed`);
  const result = parseAs(output.trim().split('\n').at(-1) ?? '', loadResult);
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.firstFailure}`);
  return result.rate;
}

function report(figures: readonly Figure[]): void {
  console.log('');
  for (const { what, target, result, met } of figures) {
    console.log(`${what.padEnd(52)} ${target.padStart(10)} ${result.padStart(10)}   ${met ? 'met' : 'MISSED'}`);
  }
}

if (process.argv.includes('--scale')) await benchScale();
else await bench();
