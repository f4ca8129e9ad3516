import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import type { Person } from './population.ts';
import { fill, ONE_PAGE, type Size } from './scale-fill.ts';

/** SCALE_USERS sets a smaller number, for a quick try. */
const FULL: Size = { users: Number(process.env.SCALE_USERS ?? 1_000_000), transactionsEach: 10 };
const CALLS = 200;
const WARM_UP = 20;
/** A call may take at most this many times as long as in an empty database. */
const TARGET = 2;

interface Contestant {
  url: string;
  customer: Person;
  admin: Person;
}

/** Every call that the overview, billing and administration screens make. */
function callsOf({ customer, admin }: Contestant): [string, Person, string][] {
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
    ['admin: users, searched', admin, '/api/admin/users?search=person-149@'],
    ['admin: users, suspended', admin, '/api/admin/users?status=suspended&limit=1'],
    ['admin: count of users', admin, '/api/admin/users/count'],
    ['admin: count of suspended users', admin, '/api/admin/users/count?status=suspended'],
    ['admin: pending payments', admin, '/api/admin/pending-payments'],
    ['admin: payments decided', admin, '/api/admin/payments'],
    ['admin: payments of one', admin, '/api/admin/payments?search=person-149@'],
    ['admin: activity', admin, '/api/admin/activity'],
  ];
}

/**
 * Screens at 1,000,000 users and 10,000,000 transactions against an empty database: the time of each call,
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
    const connection = connect(server.url, { connections: 1 });
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
    for (const [index, [name, person, path]] of callsOf(empty).entries()) {
      const [, fullPerson = person, fullPath = path] = fullCalls[index] ?? [];
      const times = { empty: [] as number[], full: [] as number[] };
      for (let call = 0; call < CALLS + WARM_UP; call++) {
        const emptyTime = await time(empty.url + path, person);
        const fullTime = await time(full.url + fullPath, fullPerson);
        if (call >= WARM_UP) {
          times.empty.push(emptyTime);
          times.full.push(fullTime);
        }
      }
      const [before, after] = [median(times.empty), median(times.full)];
      const ratio = after / before;
      console.log(
        `${name.padEnd(36)} ${before.toFixed(2).padStart(8)} ms ${after.toFixed(2).padStart(8)} ms` +
          ` ${ratio.toFixed(2).padStart(7)} x   ${ratio <= TARGET ? 'met' : 'MISSED'}`,
      );
    }
  } finally {
    for (const end of endings) await end();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

async function time(url: string, { key }: Person): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
