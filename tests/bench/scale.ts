import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { median } from './median.ts';
import type { Person } from './population.ts';
import { fill, ONE_PAGE, type Size } from './scale-fill.ts';

/** SCALE_USERS and SCALE_CALLS set smaller numbers, for a quick try. */
const FULL: Size = { users: Number(process.env.SCALE_USERS ?? 1_000_000), transactionsEach: 10 };
const CALLS = Number(process.env.SCALE_CALLS ?? 200);
const WARM_UP = 20;
/** A call may take at most this many times as long as in an empty database, or these milliseconds. */
const TARGET = 1.2;
const BOUNDS = { search: 50, figures: 300 };

interface Contestant {
  url: string;
  customer: Person;
  admin: Person;
  /** The id of a number from which the customer has sent as many messages as there are accounts. */
  number: string;
}

/** A path, and where another bound holds: which; a call with a body is a POST. */
type Call = [name: string, person: Person, path: string, other?: { bound?: keyof typeof BOUNDS; body?: string }];

/** Every call that the screens make when they are opened, the searches, and a send. */
function callsOf({ customer, admin, number }: Contestant): Call[] {
  const own = `/api/users/${customer.id}`;
  const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  return [
    ['overview: user', customer, own],
    ['overview: stats', customer, `${own}/stats`],
    ['overview, billing: transactions', customer, `${own}/transactions`],
    ['billing: coins', customer, '/api/coins'],
    ['billing: statement', customer, `${own}/statement?from=${from}`],
    ['billing: statement lines', customer, `${own}/statement/lines?from=${from}`],
    ['billing: spend', customer, `${own}/spend`],
    ['admin: stats', admin, '/api/admin/stats'],
    ['admin: users', admin, '/api/admin/users'],
    ['admin: users, searched', admin, '/api/admin/users?search=person-149@', { bound: 'search' }],
    ['admin: users, suspended', admin, '/api/admin/users?status=suspended&limit=1'],
    ['admin: count of users', admin, '/api/admin/users/count'],
    ['admin: count of suspended users', admin, '/api/admin/users/count?status=suspended'],
    ['admin: pending payments', admin, '/api/admin/pending-payments'],
    ['admin: payments decided', admin, '/api/admin/payments'],
    ['admin: payments of one', admin, '/api/admin/payments?search=person-149@', { bound: 'search' }],
    ['admin: activity', admin, '/api/admin/activity'],
    ['overview: the last days', customer, `${own}/overview`, { bound: 'figures' }],
    ['messages', customer, `${own}/sms`],
    ['messages: searched', customer, `${own}/sms?search=message%2014`, { bound: 'search' }],
    ['messages: a number', customer, `${own}/sms?search=%2B447900000149`, { bound: 'search' }],
    ['messages: scheduled', customer, `${own}/sms?status=scheduled`],
    ['messages: received', customer, `${own}/messages/received`],
    ['send a message', customer, `${own}/sms`, { body: SEND }],
    ['inbox', customer, `${own}/conversations`],
    ['inbox: unread', customer, `${own}/conversations/unread/count`],
    ['calls', customer, `${own}/voice`],
    ['calls: received', customer, `${own}/calls/received`],
    ['numbers', customer, `${own}/did-numbers`],
    ['numbers: traffic of one', customer, `${own}/did-numbers/${number}`, { bound: 'figures' }],
    ['trunks', customer, `${own}/voice-packages`],
    ['webhooks', customer, `${own}/webhooks`],
    ['contacts', customer, `${own}/contacts`],
    ['opted out', customer, `${own}/opt-outs`],
    ['invoices', customer, `${own}/invoices`],
    ['admin: messages of one', admin, `${own}/sms`],
    ['admin: figures', admin, '/api/admin/figures', { bound: 'figures' }],
    ['admin: quality', admin, '/api/admin/quality', { bound: 'figures' }],
    ['admin: search, an address', admin, '/api/admin/search?q=person-149@', { bound: 'search' }],
    ['admin: search, a number', admin, '/api/admin/search?q=%2B447900000149', { bound: 'search' }],
    ['admin: activity of one', admin, `/api/admin/activity?search=person-149@`, { bound: 'search' }],
    ['admin: unknown messages', admin, '/api/admin/sms/unknown'],
    ['admin: live calls', admin, '/api/admin/calls/live'],
    ['admin: invoices', admin, '/api/admin/invoices'],
  ];
}

const SEND = '{"senderId":"Topline","recipients":["+447700900123"],"message":"Bench"}';

/**
 * Screens at 1,000,000 users, 10,000,000 transactions and 50,000,000 recipients against an empty database: the time of each call,
 * one after another, the two servers in turn, as a ratio of medians. "Empty" holds one page of everything,
 * so that both answer with as much. Filling takes minutes; `bun run bench --scale`.
 */
export async function benchScale(): Promise<void> {
  const folders: string[] = [];
  const endings: (() => Promise<unknown>)[] = [];
  const open = async (size: Size): Promise<Contestant> => {
    const folder = await mkdtemp(join(tmpdir(), 'topline-scale-'));
    folders.push(folder);
    const server = await startEmbedded(folder);
    endings.unshift(() => server.stop());
    await migrate(server.url);
    const connection = connect(server.url, { connections: 2 });
    const started = performance.now();
    const people = await fill(connection, size);
    await connection.close();
    console.log(`${size.users} users filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const env = { ...process.env, DATABASE_URL: server.url, NODE_ENV: 'production' };
    const child = Bun.spawn([process.execPath, 'server.ts'], { env, stdout: 'pipe', cwd: import.meta.dir });
    endings.unshift(async () => {
      child.kill();
      await child.exited;
    });
    const { value } = await child.stdout.getReader().read();
    return { url: new TextDecoder().decode(value).trim(), ...people };
  };
  try {
    const [empty, full] = [await open(ONE_PAGE), await open(FULL)];
    const fullCalls = callsOf(full);
    const missed: string[] = [];
    for (const [index, call] of callsOf(empty).entries()) {
      const [name, , , { bound } = {}] = call;
      const times = { empty: [] as number[], full: [] as number[] };
      try {
        for (let round = 0; round < CALLS + WARM_UP; round++) {
          const emptyTime = await time(empty.url, call);
          const fullTime = await time(full.url, fullCalls[index] ?? call);
          if (round >= WARM_UP) {
            times.empty.push(emptyTime);
            times.full.push(fullTime);
          }
        }
      } catch (error) {
        console.log(`${name.padEnd(36)} ${String(error)}`);
        missed.push(name);
        continue;
      }
      const [before, after] = [median(times.empty), median(times.full)];
      const ratio = after / before;
      const met = ratio <= TARGET || (bound !== undefined && after <= BOUNDS[bound]);
      if (!met) missed.push(name);
      console.log(
        `${name.padEnd(36)} ${before.toFixed(2).padStart(8)} ms ${after.toFixed(2).padStart(8)} ms` +
          ` ${ratio.toFixed(2).padStart(7)} x   ${met ? 'met' : 'MISSED'}`,
      );
    }
    console.log(missed.length === 0 ? 'all met' : `missed: ${missed.join('; ')}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    for (const end of endings) await end();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

async function time(url: string, [, { key }, path, { body } = {}]: Call): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const started = performance.now();
  const response = await fetch(url + path, { headers, ...(body && { method: 'POST', body }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
  return performance.now() - started;
}
