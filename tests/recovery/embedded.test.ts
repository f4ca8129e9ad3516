import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { z } from 'zod';
import { actorOf, BUSY_MS, eventually, readAs, signUp, newNumbers } from '../kit/index.ts';
import { ADMIN_SETTINGS, firstAdministrator } from '../kit/administrator.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { type EventReader, openEvents } from '../kit/sse.ts';

const folder = await mkdtemp(join(tmpdir(), 'topline-killed-'));
await chmod(folder, 0o755);
const env = { DATA_DIR: folder, SANDBOX_CARRIERS: 'on', ...ADMIN_SETTINGS, LOG_LEVEL: 'info' };
const first = await startServerProcess(null, env);
const second = await startServerProcess(null, env);
const person = await signUp(first);
const admin = await firstAdministrator(first);
afterAll(async () => {
  await first.stop();
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});

const home = () => join(folder, 'postgres');
const pidFile = async () => (await readFile(join(home(), 'cluster', 'postmaster.pid'), 'utf8')).split('\n');

async function killPostgres(): Promise<number> {
  const [pid] = await pidFile();
  process.kill(Number(pid), 'SIGKILL');
  return Number(pid);
}

/** Takes the lock that a process needs to start PostgreSQL, so that it stays dead until the lock is released. */
async function keepDead(): Promise<() => Promise<void>> {
  const file = join(home(), 'starting.pid');
  await writeFile(file, String(process.pid), { flag: 'wx' });
  return () => rm(file);
}

async function database(): Promise<Sql> {
  const password = (await readFile(join(home(), 'password'), 'utf8')).trim();
  const [, , , port] = await pidFile();
  return postgres(`postgres://postgres:${password}@127.0.0.1:${port}/topline`, { max: 1, onnotice: () => {} });
}

const credit = (amount: string) =>
  admin.withCookie(`/api/admin/users/${person.id}/adjustments`, { json: { amount, reason: 'Test credit' } });

async function creditsAt(server: ServerProcess): Promise<unknown> {
  const response = await actorOf(server, person).as(`/api/users/${person.id}`);
  return (await readAs(response, z.object({ credits: z.unknown() }))).credits;
}

interface Answer {
  status: number;
  type: string | null;
  retryAfter: string | null;
  took: number;
}

async function ask(server: ServerProcess, path: string): Promise<Answer> {
  const begun = performance.now();
  const response = await actorOf(server, person).as(path);
  await response.body?.cancel();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    took: performance.now() - begun,
  };
}

/** The sessions that listen for events, one of each process. */
async function listeners(): Promise<number> {
  const sql = await database();
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where query like 'listen "topline_events"%'`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}

test('while it is dead requests are refused at once; then it is back with all that had committed', async () => {
  const streams: EventReader[] = await Promise.all(
    [first, second].map((server) => openEvents(server, { authorization: `Bearer ${person.key}` })),
  );
  expect((await credit('10.00')).status).toBe(201);
  const letGo = await keepDead();
  // Some charges are in progress at that moment.
  const cutOff = Array.from({ length: 20 }, () => ask(first, `/api/users/${person.id}/transactions`));
  await killPostgres();
  for (const { status, took } of await Promise.all(cutOff)) {
    expect([200, 503]).toContain(status);
    expect(took).toBeLessThan(5000 + BUSY_MS);
  }
  for (const server of [first, second]) {
    for (const path of ['/readyz', `/api/users/${person.id}`, '/api/auth/session', '/api/events']) {
      const { took, ...answer } = await ask(server, path);
      const problem = { status: 503, type: 'application/problem+json; charset=utf-8', retryAfter: '2' };
      expect({ path, ...answer }).toEqual({ path, ...problem });
      expect(took).toBeLessThan(5000 + BUSY_MS);
    }
    expect((await server.fetch('/healthz')).status).toBe(200);
    // A look that was answered as it died is the last for a second.
    await eventually('it says so', async () =>
      (await (await server.fetch('/metrics')).text()).includes('database_up 0'),
    );
  }

  await letGo();
  await eventually('both serve again', async () => {
    const answers = await Promise.all([ask(first, '/readyz'), ask(second, '/readyz')]);
    return answers.every(({ status }) => status === 200);
  });
  expect(await creditsAt(second)).toBe('10.00');

  // The background work continues, too: listening, streams that stayed open, the job queue.
  await eventually('both listen again', async () => (await listeners()) === 2);
  expect((await credit('32.00')).status).toBe(201);
  for (const stream of streams) {
    expect((await stream.next('balance')).data.credits).toBe('10.00');
    expect((await stream.next('balance')).data.credits).toBe('42.00');
    await stream.close();
  }
  const recipients = newNumbers(300);
  const json = { senderId: 'Topline', recipients, message: 'After it' };
  expect((await person.as(`/api/users/${person.id}/sms`, { json })).status).toBe(201);
  await eventually('all of a message is delivered', 30_000, async () => {
    const sql = await database();
    const [row] = await sql<{ delivered: number }[]>`
        select count(*)::int as delivered from sms_recipients where status = 'delivered'`;
    await sql.end();
    return row?.delivered === recipients.length;
  });
  expect([first, second].map(({ log }) => log.some((line) => line.includes('died')))).toContain(true);
}, 90_000);

test('it is started again within 2 s, by one process, time after time', async () => {
  const took: number[] = [];
  for (let time = 1; time <= 3; time++) {
    const dead = await killPostgres();
    const killed = performance.now();
    await eventually('another server runs', async () => {
      const [pid] = await pidFile().catch((): string[] => []);
      return Number(pid) > 0 && Number(pid) !== dead;
    });
    took.push(performance.now() - killed);
    await eventually('both serve again', async () => {
      const answers = await Promise.all([ask(first, '/readyz'), ask(second, '/readyz')]);
      return answers.every(({ status }) => status === 200);
    });
    expect(await creditsAt(first)).toBe(await creditsAt(second));
  }
  // The machine may have been busy at one of them.
  expect(Math.min(...took)).toBeLessThan(2000);
}, 60_000);
