import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { purchaseOf, submitAs } from '../api/payments/payments.ts';
import { actorOf, call, eventually, openEvents, type Server, signIn, type TestActor } from '../kit/index.ts';
import { startSystemPostgres } from '../kit/debian-postgres.ts';
import { freePort } from '../kit/free-port.ts';
import { balance, HAPROXY } from '../kit/haproxy.ts';
import { readAs, withId } from '../kit/read.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { Senders } from '../recovery/senders.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';

/**
 * Two processes serve a database behind HAProxy. One after the other is replaced by a process of a next release: today's
 * program with one more migration, which the first of them runs while messages are charged and payments verified.
 */

const ROOT = join(import.meta.dir, '..', '..');
/** It locks the tables that a send, a verification and an event write. */
const NEXT_MIGRATION = `ALTER TABLE users ADD COLUMN next_release text;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN next_release text;
--> statement-breakpoint
ALTER TABLE sms_messages ADD COLUMN next_release integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE INDEX events_next_release ON events USING btree (at);
`;
const ADMIN = { email: 'admin@example.com', password: 'a password for tests' };
const SERVES_WITHIN_MS = 90_000;
let balancer: Bun.Subprocess | undefined;
const processes: ServerProcess[] = [];
afterAll(async () => {
  balancer?.kill();
  await balancer?.exited;
  await Promise.all(processes.map((each) => each.kill()));
  await sql.end({ timeout: 1 });
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Today's program, with one more migration. */
async function makeNextRelease(): Promise<void> {
  for (const part of ['src', 'db', 'web/locales', 'tsconfig.json', 'package.json']) {
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'db', 'migrations');
  await Bun.write(join(migrations, '0001_next.sql'), NEXT_MIGRATION);
  const journal = Bun.file(join(migrations, 'meta', '_journal.json'));
  const { entries, ...rest } = z
    .looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
    .parse(await journal.json());
  const last = entries.at(-1)?.when ?? 0;
  const next = { idx: entries.length, version: '7', when: last + 1, tag: '0001_next', breakpoints: true };
  await Bun.write(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
}

/** @param root the folder of the release that it is of */
const start = (port: number, root: string) =>
  startServerProcess(
    database.url,
    {
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SANDBOX_CARRIERS: 'on',
      WALLET_BTC: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    { root },
  );

/** A request that a stopping process no longer takes goes to the other one: its key makes that safe. */
async function startBalancer(ports: readonly number[]): Promise<Server & { url: string }> {
  const { port, settings } = await balance(
    ports.map((each) => ({ port: each, check: each })),
    `mode http
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr host localhost
    option redispatch 1
    retry-on conn-failure empty-response 503`,
  );
  const file = join(folder, 'haproxy.cfg');
  await Bun.write(file, settings);
  balancer = Bun.spawn(endingWithUs('KILL', [HAPROXY, '-db', '-f', file]), { stdout: 'ignore', stderr: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  const through = { url, fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const isServing = async () => (await through.fetch('/readyz').catch(() => null))?.ok;
  await eventually('the balancer leads to both', SERVES_WITHIN_MS, isServing);
  return through;
}

async function administrator(): Promise<TestActor> {
  const nobody = actorOf(server, { id: '', ...ADMIN, key: '', cookie: '' });
  return actorOf(server, { ...nobody, cookie: await signIn(server, nobody) });
}

const registered = z.looseObject({ user: z.looseObject({ id: z.string(), apiKey: z.string() }) });

async function register(): Promise<TestActor> {
  const account = { email: `${Bun.randomUUIDv7()}@example.com`, password: 'correct horse' };
  const answer = await call(server, '/api/auth/register', { json: { ...account, fullName: 'Ada Lovelace' } });
  const { user } = await readAs(answer, registered);
  return actorOf(server, { ...account, id: user.id, key: user.apiKey, cookie: '' });
}

/** Tops up, one payment of £100 after the other, each verified at once. */
class TopUps {
  readonly verified: string[] = [];
  readonly failures: string[] = [];
  readonly #over = new AbortController();
  readonly #running: Promise<void>;

  constructor(admin: TestActor, person: TestActor) {
    this.#running = (async () => {
      while (!this.#over.signal.aborted) await this.#topUp(admin, person);
    })();
  }

  async #topUp(admin: TestActor, person: TestActor): Promise<void> {
    const payment = purchaseOf();
    const submitted = await submitAs(person, payment, aKey());
    if (submitted.status !== 201) return void this.failures.push(await submitted.text());
    const { id: transactionId } = await readAs(submitted, withId);
    const json = { transactionId, transactionHash: payment.transactionHash };
    const verified = await admin.withCookie('/api/admin/verify-payment', { json, headers: aKey() });
    if (verified.status === 200) this.verified.push(transactionId);
    else this.failures.push(await verified.text());
  }

  async more(): Promise<void> {
    const sofar = this.verified.length;
    const isMore = async () => this.verified.length > sofar + 3 || this.failures.length > 0;
    await eventually('payments are verified', SERVES_WITHIN_MS, isMore);
    expect(this.failures).toEqual([]);
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }
}

const aKey = () => ({ 'idempotency-key': Bun.randomUUIDv7() });
const folder = await mkdtemp(join(tmpdir(), 'topline-upgrade-'));
await makeNextRelease();
const database = await startSystemPostgres();
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
for (const port of [await freePort(), await freePort()]) processes.push(await start(port, ROOT));
const server = await startBalancer(processes.map(({ url }) => Number(new URL(url).port)));

test('a rolling upgrade under load: nothing fails, nothing is lost, nothing happens twice', async () => {
  const [admin, sender, payer] = [await administrator(), await register(), await register()];
  const credit = { amount: '2000.00', reason: 'Test credit' };
  expect((await admin.withCookie(`/api/admin/users/${sender.id}/adjustments`, { json: credit })).status).toBe(201);
  await using stream = await openEvents(server, { authorization: `Bearer ${payer.key}` });
  const [senders, topUps] = [new Senders([server], sender), new TopUps(admin, payer)];
  const goesOn = () => Promise.all([senders.moreAccepted(SERVES_WITHIN_MS), topUps.more()]);
  await goesOn();
  const [before] = await sql<{ count: number }[]>`select count(*)::int from drizzle.__drizzle_migrations`;
  for (const [at, old] of processes.entries()) {
    const { port } = new URL(old.url);
    await old.stop();
    processes[at] = await start(Number(port), folder);
    await goesOn();
  }
  await senders.stop();
  await topUps.stop();

  const [after] = await sql<{ count: number }[]>`select count(*)::int from drizzle.__drizzle_migrations`;
  expect(after?.count).toBeGreaterThan(before?.count ?? 0);
  expect([...senders.refusals]).toEqual([]);
  expect(topUps.failures).toEqual([]);
  await senders.expectAllOnce(sql, 2000);
  const paid = await sql<{ id: string }[]>`
    select id from transactions where user_id = ${payer.id} and status = 'verified' order by id`;
  expect(paid.map(({ id }) => id)).toEqual(topUps.verified.toSorted());

  // The stream was cut by the stop of its process; a browser opens it again and is told of what it missed, once.
  const lastEventId = stream.lastEventId ?? '';
  await using resumed = await openEvents(server, { authorization: `Bearer ${payer.key}` }, { lastEventId });
  const told = () =>
    [...stream.all, ...resumed.all].flatMap(({ event, data }) =>
      event === 'payment-verified' ? [String(data.transactionId)] : [],
    );
  await eventually('all events have come', async () => told().length >= topUps.verified.length);
  expect(told()).toEqual(topUps.verified);
}, 400_000);
